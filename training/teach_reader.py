"""Teaches the reader of pictures: draws patches, learns from them, and writes the weights into the package.

    python training/teach_reader.py --lessons FOLDER            # draws missing lessons, learns, prints the score
    python training/teach_reader.py --lessons FOLDER --write    # and writes src/sapper/vision/weights.npz

It needs PyTorch, which nothing else here needs, and learns on a graphics card where there is one. The printed score
is that of skins and fonts that are never taught.
See README.md.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from reader_lessons import draw_lessons
from skins import FAMILIES, HELD_FAMILIES, Pixels, fonts

from sapper.vision.network import FAINT, LOOKS

WEIGHTS = Path(__file__).parent.parent / "src" / "sapper" / "vision" / "weights.npz"
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
_PIECE = 20_000  # patches of a file
_OWN_DIGITS = ("led", "strokes", None)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Teach the reader of pictures.")
    parser.add_argument("--lessons", type=Path, required=True, help="folder where lessons are kept")
    parser.add_argument("--patches", type=int, default=600_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    options = parser.parse_args()
    options.lessons.mkdir(parents=True, exist_ok=True)
    pieces = [options.lessons / f"{number}.npz" for number in range(options.patches // _PIECE)]
    held = options.lessons / "held.npz"
    with ProcessPoolExecutor(options.processes) as pool:
        list(pool.map(_draw_piece, [held, *pieces]))
    network = learn(pieces, held, options.epochs)
    if options.write:
        write(network)
        print(f"wrote {WEIGHTS.name}: {WEIGHTS.stat().st_size} bytes")


def _draw_piece(path: Path) -> None:
    """Draw one file of lessons, unless it exists."""
    if path.exists():
        return
    taught = path.stem != "held"
    families = FAMILIES if taught else HELD_FAMILIES
    files = [*fonts(held=not taught), *(_OWN_DIGITS * 3 if taught else ())]
    patches: list[Pixels] = []
    answers: list[NDArray[np.int64]] = []
    count = 0
    for some, their in draw_lessons(int(path.stem) if taught else 1 << 30, families, files):
        patches.append(some)
        answers.append(their)
        count += len(some)
        if count >= _PIECE:
            break
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, patches=np.concatenate(patches), answers=np.concatenate(answers))
    part.rename(path)


class Layers(torch.nn.Module):
    """The layers of `sapper.vision.network`, for PyTorch."""

    def __init__(self) -> None:
        """Start with random weights."""
        super().__init__()
        self.one = torch.nn.Conv2d(5, 16, 5, stride=2, padding=2)
        self.two = torch.nn.Conv2d(16, 32, 3, padding=1)
        self.three = torch.nn.Conv2d(32, 48, 3, padding=1)
        self.four = torch.nn.Linear(3 * 3 * 48, 64)
        self.five = torch.nn.Linear(64, len(LOOKS))
        self.drop = torch.nn.Dropout(0.1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the sums of the looks."""
        seen = torch.relu(self.one(seen))
        seen = torch.nn.functional.max_pool2d(torch.relu(self.two(seen)), 2)
        seen = torch.nn.functional.max_pool2d(torch.relu(self.three(seen)), 2)
        flat = seen.permute(0, 2, 3, 1).flatten(1)
        out: torch.Tensor = self.five(self.drop(torch.relu(self.four(flat))))
        return out


def learn(pieces: list[Path], held: Path, epochs: int) -> Layers:
    """Return layers taught by the lessons of some files."""
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    layers = Layers().to(DEVICE, memory_format=torch.channels_last)
    teacher = torch.optim.AdamW(layers.parameters(), lr=2e-3, weight_decay=1e-3)
    batch = 256
    steps = epochs * len(pieces) * (_PIECE // batch)
    plan = torch.optim.lr_scheduler.OneCycleLR(teacher, 3e-3, total_steps=steps + 1)
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=0.01)
    start = time.monotonic()
    taken = 0
    for epoch in range(epochs):
        total, count = 0.0, 0
        for path in rng.permutation(np.array(pieces, object)):
            patches, answers = _load(path)
            order = torch.from_numpy(rng.permutation(len(patches))).to(DEVICE)
            for at in range(0, len(order) - batch + 1, batch):
                if taken >= steps:
                    break
                chosen = order[at : at + batch]
                seen = see(_vary(rng, patches[chosen]))
                loss = loss_of(layers(seen), answers[chosen])
                teacher.zero_grad()
                loss.backward()
                teacher.step()
                plan.step()
                taken += 1
                total, count = total + float(loss.detach()), count + 1
        right, digits = score(layers, held)
        print(
            f"epoch {epoch + 1}: loss {total / max(count, 1):.4f}; held skins: {right:.2%} of the patches right, "
            f"{digits:.2%} of the digits and signs; {time.monotonic() - start:.0f} s",
            flush=True,
        )
    return layers


def _load(path: Path) -> tuple[torch.Tensor, torch.Tensor]:
    with np.load(path) as stored:
        return torch.from_numpy(stored["patches"]).to(DEVICE), torch.from_numpy(stored["answers"]).to(DEVICE)


def _vary(rng: np.random.Generator, patches: torch.Tensor) -> torch.Tensor:
    """Exchange the colours of some patches, and change their brightness and contrast."""
    colours = patches.float()
    half = len(patches) // 2
    swapped = torch.from_numpy(rng.permutation(3)).to(DEVICE)
    colours[: half // 2] = colours[: half // 2][..., swapped]
    factor = torch.from_numpy(rng.uniform(0.7, 1.1, (half, 1, 1, 1)).astype(np.float32)).to(DEVICE)
    start = torch.from_numpy(rng.uniform(-20, 25, (half, 1, 1, 1)).astype(np.float32)).to(DEVICE)
    colours[-half:] = (colours[-half:] * factor + start).clamp(0, 255)
    return colours.floor()


def see(patches: torch.Tensor) -> torch.Tensor:
    """Return what `sapper.vision.network.prepare` returns, for PyTorch: the patches stay where they are."""
    colours = patches.float()
    grey = colours @ torch.tensor([0.3, 0.59, 0.11], device=DEVICE)
    low = grey.amin((1, 2), keepdim=True)
    spread = (grey.amax((1, 2), keepdim=True) - low).clamp(min=FAINT)
    places = colours[:, 3:-3:4, 3:-3:4].flatten(1, 2).sort(dim=1).values
    count = places.shape[1]
    middle = ((places[:, (count - 1) // 2] + places[:, count // 2]) / 2)[:, None, None]
    apart = (colours - middle).abs().amax(3)
    most = apart.amax((1, 2), keepdim=True).clamp(min=FAINT)
    layers = [colours / 128 - 1, ((grey - low) / spread * 2 - 1)[..., None], (apart / most * 2 - 1)[..., None]]
    return torch.cat(layers, dim=3).permute(0, 3, 1, 2)


def score(layers: Layers, held: Path) -> tuple[float, float]:
    """Return the shares of patches and of digits and signs of untaught skins that are read right."""
    layers.eval()
    patches, truth = (part[:10_000] for part in _load(held))
    with torch.no_grad():
        parts = [layers(see(patches[at : at + 500])).argmax(1) for at in range(0, len(patches), 500)]
    said, answers = torch.cat(parts).cpu().numpy(), truth.cpu().numpy()
    layers.train()
    blank = [LOOKS.index("0"), LOOKS.index("hidden"), LOOKS.index("none")]
    drawn = ~np.isin(answers, blank)
    return float((said == answers).mean()), float((said == answers)[drawn].mean())


def write(layers: Layers) -> None:
    """Write the weights as the package reads them."""
    arrays: dict[str, Any] = {}
    for name in ("one", "two", "three", "four", "five"):
        layer = getattr(layers, name)
        weights = layer.weight.detach().cpu().numpy()
        turned = weights.transpose(2, 3, 1, 0) if weights.ndim == 4 else weights.T
        arrays[name] = turned.astype(np.float16)
        arrays[f"{name}_start"] = layer.bias.detach().cpu().numpy().astype(np.float16)
    np.savez_compressed(WEIGHTS, **arrays)


if __name__ == "__main__":
    main()
