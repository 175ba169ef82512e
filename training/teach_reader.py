"""Teaches the reader of pictures: draws lessons, learns from them, and writes the weights into the package.

    python training/teach_reader.py --lessons FOLDER            # draws missing lessons, learns, prints the scores
    python training/teach_reader.py --lessons FOLDER --write    # and writes the weights to src/sapper/vision
    python training/teach_reader.py --lessons FOLDER --only places    # one of the networks: looks, places or signs

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
from reader_lessons import SPAN, draw_lessons, draw_places
from sign_lessons import draw_signs
from skins import FAMILIES, HELD_FAMILIES, fonts

from sapper.vision.network import FAINT, INNER, LOOKS
from sapper.vision.places import LAYERS, PLACES
from sapper.vision.writing import GLYPH, SIGNS

PACKAGE = Path(__file__).parent.parent / "src" / "sapper" / "vision"
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
_PIECE = 20_000  # patches of a file
_PARTS = 500  # parts of lattices of a file
_OWN_DIGITS = ("led", "strokes", None)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Teach the reader of pictures.")
    parser.add_argument("--lessons", type=Path, required=True, help="folder where lessons are kept")
    parser.add_argument("--only", choices=("looks", "places", "signs"), help="teach only one of the networks")
    parser.add_argument("--patches", type=int, default=600_000, help="patches for the network of looks")
    parser.add_argument("--parts", type=int, default=30_000, help="parts of lattices for the network of places")
    parser.add_argument("--signs", type=int, default=300_000, help="signs for the network of counters")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    options = parser.parse_args()
    options.lessons.mkdir(parents=True, exist_ok=True)
    networks: tuple[tuple[str, type[torch.nn.Module], int], ...] = (
        ("looks", Layers, options.patches // _PIECE),
        ("places", PlaceLayers, options.parts // _PARTS),
        ("signs", SignLayers, options.signs // _PIECE),
    )
    for name, kind, count in networks:
        if options.only not in (None, name):
            continue
        pieces = [options.lessons / f"{name}-{number}.npz" for number in range(count)]
        held = options.lessons / f"{name}-held.npz"
        with ProcessPoolExecutor(options.processes) as pool:
            list(pool.map(_draw_piece, [held, *pieces]))
        network = learn(kind(), pieces, held, options.epochs)
        if options.write:
            path = write(network, name)
            print(f"wrote {path.name}: {path.stat().st_size} bytes")


def _draw_piece(path: Path) -> None:
    """Draw one file of lessons, unless it exists."""
    if path.exists():
        return
    name, _, number = path.stem.partition("-")
    taught = number != "held"
    families = FAMILIES if taught else HELD_FAMILIES
    files = [*fonts(held=not taught), *(_OWN_DIGITS * 3 if taught else ())]
    seed = int(number) if taught else 1 << 30
    seen: list[NDArray[Any]] = []
    answers: list[NDArray[Any]] = []
    turns: list[NDArray[Any]] = []
    if name == "places":
        for laid, names, off in draw_places(seed, families, files):
            seen.append(laid[None])
            answers.append(names[None])
            turns.append(off[None])
            if len(seen) >= _PARTS:
                break
    else:
        count = 0
        draw = draw_lessons if name == "looks" else draw_signs
        for some, their in draw(seed, families, files):
            seen.append(some)
            answers.append(their)
            count += len(some)
            if count >= _PIECE:
                break
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        parts = {"seen": np.concatenate(seen), "answers": np.concatenate(answers)}
        np.savez(file, **(parts | {"turns": np.concatenate(turns)} if turns else parts))  # type: ignore[arg-type]
    part.rename(path)


class Layers(torch.nn.Module):
    """The layers of `sapper.vision.network`, for PyTorch."""

    def __init__(self) -> None:
        """Start with random weights."""
        super().__init__()
        self.one = torch.nn.Conv2d(5, 16, 3, padding=1)
        self.two = torch.nn.Conv2d(16, 32, 3, stride=2, padding=1)
        self.three = torch.nn.Conv2d(32, 48, 3, padding=1)
        self.four = torch.nn.Conv2d(48, 72, 3, padding=1)
        self.five = torch.nn.Linear(3 * 3 * 72, 88)
        self.six = torch.nn.Linear(88, len(LOOKS))
        self.drop = torch.nn.Dropout(0.05)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the sums of the looks."""
        seen = torch.relu(self.two(torch.relu(self.one(seen))))
        seen = torch.nn.functional.max_pool2d(torch.relu(self.three(seen)), 2)
        seen = torch.nn.functional.max_pool2d(torch.relu(self.four(seen)), 2)
        flat = seen.permute(0, 2, 3, 1).flatten(1)
        out: torch.Tensor = self.six(self.drop(torch.relu(self.five(flat))))
        return out


class PlaceLayers(torch.nn.Module):
    """The layers of `sapper.vision.places`, for PyTorch."""

    def __init__(self) -> None:
        """Start with random weights."""
        super().__init__()
        self.one = torch.nn.Conv2d(LAYERS, 16, 4, stride=2, padding=1)
        self.two = torch.nn.Conv2d(16, 28, 4, stride=2, padding=1)
        self.three = torch.nn.Conv2d(28, 36, 4, stride=2, padding=1)
        self.four = torch.nn.Conv2d(36, 36, 3, padding=1)
        self.five = torch.nn.Conv2d(36, 36, 3, padding=1)
        self.six = torch.nn.Conv2d(36, 36, 3, padding=1)
        self.seven = torch.nn.Linear(36, len(PLACES) + 4)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the sums of what each place may be, and its turns."""
        for layer in (self.one, self.two, self.three, self.four, self.five, self.six):
            seen = torch.relu(layer(seen))
        out: torch.Tensor = self.seven(seen.permute(0, 2, 3, 1)).flatten(0, 2)
        return out


class SignLayers(torch.nn.Module):
    """The layers of `sapper.vision.writing`, for PyTorch."""

    def __init__(self) -> None:
        """Start with random weights."""
        super().__init__()
        self.one = torch.nn.Conv2d(1, 12, 4, stride=2, padding=1)
        self.two = torch.nn.Conv2d(12, 24, 4, stride=2, padding=1)
        self.three = torch.nn.Linear(24 * (GLYPH // 4) ** 2, 48)
        self.four = torch.nn.Linear(48, len(SIGNS))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the sums of the signs."""
        seen = torch.relu(self.two(torch.relu(self.one(seen))))
        flat = seen.permute(0, 2, 3, 1).flatten(1)
        out: torch.Tensor = self.four(torch.relu(self.three(flat)))
        return out


def learn(layers: torch.nn.Module, pieces: list[Path], held: Path, epochs: int) -> torch.nn.Module:
    """Return layers taught by the lessons of some files."""
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    layers = layers.to(DEVICE, memory_format=torch.channels_last)
    places = isinstance(layers, PlaceLayers)
    teacher = torch.optim.AdamW(layers.parameters(), lr=2e-3, weight_decay=1e-3)
    batch = 64 if places else 2048
    in_piece = _PARTS if places else _PIECE
    steps = epochs * len(pieces) * (in_piece // batch)
    plan = torch.optim.lr_scheduler.OneCycleLR(teacher, 5e-3, total_steps=steps + 1)
    start = time.monotonic()
    taken = 0
    for epoch in range(epochs):
        total, count = 0.0, 0
        for path in rng.permutation(np.array(pieces, object)):
            lessons, *answers = _load(path)
            order = torch.from_numpy(rng.permutation(len(lessons))).to(DEVICE)
            for at in range(0, len(order) - batch + 1, batch):
                if taken >= steps:
                    break
                chosen = order[at : at + batch]
                truth = [part[chosen] for part in answers]
                if places:
                    loss = _place_loss(layers, *_turn(rng, lessons[chosen], *truth))
                else:
                    some = lessons[chosen]
                    said = layers(see(_vary(rng, some)) if isinstance(layers, Layers) else some.permute(0, 3, 1, 2))
                    loss = torch.nn.functional.cross_entropy(said, truth[0], label_smoothing=0.01)
                teacher.zero_grad()
                loss.backward()
                teacher.step()
                plan.step()
                taken += 1
                if taken % 20 == 0:
                    total, count = total + float(loss.detach()), count + 1
        print(
            f"epoch {epoch + 1}: loss {total / max(count, 1):.4f}; held skins: {score(layers, held)}; "
            f"{time.monotonic() - start:.0f} s",
            flush=True,
        )
    return layers


def _place_loss(
    layers: torch.nn.Module, seen: torch.Tensor, names: torch.Tensor, turns: torch.Tensor
) -> torch.Tensor:
    """Return the loss of the names of places, and of their turns where the place lies on the board."""
    said = layers(seen)
    names = names.flatten()
    loss = torch.nn.functional.cross_entropy(said[:, : len(PLACES)], names, ignore_index=-1)
    angles = 2 * torch.pi * turns.flatten(0, 2)
    wanted = torch.stack([angles[:, 0].cos(), angles[:, 0].sin(), angles[:, 1].cos(), angles[:, 1].sin()], dim=1)
    known = (names >= 0) & (names != PLACES.index("beside")) & ~wanted.isnan().any(dim=1)
    return loss + ((said[:, len(PLACES) :] - wanted.nan_to_num()) ** 2)[known].mean().nan_to_num()


_KEPT: dict[Path, list[torch.Tensor]] = {}  # what the graphics card holds already


def _load(path: Path) -> list[torch.Tensor]:
    if path not in _KEPT:
        with np.load(path) as stored:
            parts = [stored["seen"], stored["answers"].astype(np.int64)]
            if "turns" in stored.files:
                # By columns and by rows; the loss wants both for each place.
                across, down = stored["turns"].astype(np.float32).transpose(1, 0, 2)
                both = np.broadcast_arrays(across[:, None, :], down[:, :, None])
                parts.append(np.stack(both, axis=-1))
        loaded = [torch.from_numpy(part).to(DEVICE) for part in parts]
        if DEVICE.type == "cpu":
            return loaded
        _KEPT[path] = loaded
    return _KEPT[path]


def _turn(
    rng: np.random.Generator, laid: torch.Tensor, names: torch.Tensor, turns: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Turn parts of lattices over, and change their colours."""
    colours = laid.float()
    third = len(laid) // 3
    swapped = torch.from_numpy(rng.permutation(3)).to(DEVICE)
    colours[:third, ..., :3] = colours[:third][..., swapped]
    colours[-third:, ..., :3] = 255 - colours[-third:, ..., :3]
    factor = torch.from_numpy(rng.uniform(0.7, 1.1, (len(laid), 1, 1, 1)).astype(np.float32)).to(DEVICE)
    start = torch.from_numpy(rng.uniform(-25, 30, (len(laid), 1, 1, 1)).astype(np.float32)).to(DEVICE)
    colours[..., :3] = (colours[..., :3] * factor + start).clamp(0, 255)
    for axis, part in ((1, 1), (2, 0)):
        if rng.random() < 0.5:
            colours, names, turns = colours.flip(axis), names.flip(axis), turns.flip(axis)
            turns[..., part] *= -1
    if rng.random() < 0.5:
        colours, names = colours.transpose(1, 2)[..., [0, 1, 2, 4, 3, 5]], names.transpose(1, 2)
        turns = turns.transpose(1, 2)[..., [1, 0]]
    return (colours / 128 - 1).permute(0, 3, 1, 2), names, turns


def _vary(rng: np.random.Generator, patches: torch.Tensor) -> torch.Tensor:
    """Exchange the colours of some patches, change their brightness and contrast, and bend some."""
    colours = patches.float()
    third = len(patches) // 3
    colours[third : 2 * third] = _bend(rng, colours[third : 2 * third])
    half = len(patches) // 2
    swapped = torch.from_numpy(rng.permutation(3)).to(DEVICE)
    colours[: half // 2] = colours[: half // 2][..., swapped]
    factor = torch.from_numpy(rng.uniform(0.7, 1.1, (half, 1, 1, 1)).astype(np.float32)).to(DEVICE)
    start = torch.from_numpy(rng.uniform(-20, 25, (half, 1, 1, 1)).astype(np.float32)).to(DEVICE)
    colours[-half:] = (colours[-half:] * factor + start).clamp(0, 255)
    return colours.floor()


def _bend(rng: np.random.Generator, patches: torch.Tensor) -> torch.Tensor:
    """Make patches slanted, wider or narrower: so a digit looks as in a font that is not installed."""
    count = len(patches)
    wide, tall = 1 + rng.normal(0, 0.1, (2, count))
    slant, lean = rng.normal(0, 0.12, count), rng.normal(0, 0.03, count)
    matrix = np.zeros((count, 2, 3), np.float32)
    matrix[:, 0, 0], matrix[:, 0, 1], matrix[:, 1, 0], matrix[:, 1, 1] = wide, slant, lean, tall
    where = torch.nn.functional.affine_grid(
        torch.from_numpy(matrix).to(DEVICE), [count, 3, *patches.shape[1:3]], align_corners=False
    )
    bent = torch.nn.functional.grid_sample(
        patches.permute(0, 3, 1, 2), where, padding_mode="border", align_corners=False
    )
    return bent.permute(0, 2, 3, 1)


def see(patches: torch.Tensor) -> torch.Tensor:
    """Return what `sapper.vision.network.prepare` returns, for PyTorch: the patches stay where they are."""
    colours = patches.float()
    places = colours[:, 3:-3:4, 3:-3:4].flatten(1, 2).sort(dim=1).values
    count = places.shape[1]
    ground = ((places[:, (count - 1) // 2] + places[:, count // 2]) / 2)[:, None, None]
    far = colours - ground
    brighter = far @ torch.tensor([0.3, 0.59, 0.11], device=DEVICE)
    apart = far.abs().amax(3)
    brighter = (brighter / _most(brighter.abs())).clamp(-1, 1)
    apart = (apart / _most(apart)).clamp(max=1) * 2 - 1
    return torch.cat([colours / 128 - 1, brighter[..., None], apart[..., None]], dim=3).permute(0, 3, 1, 2)


def _most(layer: torch.Tensor) -> torch.Tensor:
    return layer[:, INNER:-INNER, INNER:-INNER].amax((1, 2), keepdim=True).clamp(min=FAINT)


def score(layers: torch.nn.Module, held: Path) -> str:
    """Return the shares of untaught lessons that are answered right, by kind."""
    layers.eval()
    places = isinstance(layers, PlaceLayers)
    lessons, truth, *off = (part[: _PARTS if places else 10_000] for part in _load(held))
    with torch.no_grad():
        parts = []
        for at in range(0, len(lessons), 500):
            some = lessons[at : at + 500]
            if isinstance(layers, Layers):
                parts.append(layers(see(some)))
            else:
                parts.append(layers((some / 128 - 1 if places else some).permute(0, 3, 1, 2)))
    sums, answers = torch.cat(parts).cpu().numpy(), truth.cpu().numpy().ravel()
    said = sums[:, : len(PLACES)].argmax(axis=1) if places else sums.argmax(axis=1)
    layers.train()
    if places:
        shares = [f"{name} {(said == at)[answers == at].mean():.2%}" for at, name in enumerate(PLACES)]
        edge = ((said == PLACES.index("beside")) == (answers == PLACES.index("beside"))).reshape(-1, SPAN, SPAN)
        wanted = off[0].cpu().numpy().reshape(-1, 2)
        known = np.isin(answers, (0, 1, PLACES.index("off"))) & ~np.isnan(wanted).any(axis=1)
        apart = np.arctan2(sums[known, 5], sums[known, 4]) / 2 / np.pi - wanted[known, 0]
        near = np.abs(apart - np.round(apart))
        return (
            ", ".join(shares) + f"; on the right side of the border {edge.mean():.2%}; "
            f"turns off by {np.median(near):.3f}, {(near > 0.1).mean():.2%} by more than 0.1"
        )
    if isinstance(layers, SignLayers):
        return f"{(said == answers).mean():.2%} of the signs right"
    blank = [LOOKS.index("0"), LOOKS.index("hidden"), LOOKS.index("none")]
    drawn = ~np.isin(answers, blank)
    return (
        f"{(said == answers).mean():.2%} of the patches right, "
        f"{(said == answers)[drawn].mean():.2%} of the digits and signs"
    )


def write(layers: torch.nn.Module, name: str) -> Path:
    """Write the weights as the package reads them."""
    arrays: dict[str, Any] = {}
    for key, layer in layers.named_children():
        if not hasattr(layer, "weight"):
            continue
        weights = layer.weight.detach().cpu().numpy()
        turned = weights.transpose(2, 3, 1, 0) if weights.ndim == 4 else weights.T
        # Whole numbers of a byte, with one scale for each layer that comes out.
        scale = np.abs(turned).reshape(-1, turned.shape[-1]).max(axis=0) / 127
        arrays[key] = np.round(turned / np.maximum(scale, 1e-12)).astype(np.int8)
        arrays[f"{key}_scale"] = scale.astype(np.float32)
        arrays[f"{key}_start"] = layer.bias.detach().cpu().numpy().astype(np.float32)
    path = PACKAGE / f"{name}.npz"
    np.savez_compressed(path, **arrays)
    return path


if __name__ == "__main__":
    main()
