"""Files of replays in the formats that the package reads but does not write, made for tests.

Each function takes a game as rows, columns, mines and events (kind, milliseconds, x, y) and returns its bytes.
"""

from __future__ import annotations

import json
import math
import struct

from sapper.replay.recording import Kind

AVF_CODES = {1: 1, 2: 3, 3: 5, 4: 9, 5: 17, 6: 33, 7: 65, 13: 11}
BUTTONS = {2: (4, 1), 3: (4, 0), 4: (1, 1), 5: (1, 0), 6: (2, 1), 7: (2, 0)}  # bit (4 left, 2 middle, 1 right), down


def write_avf(rows, cols, mines, events, *, player="Zoë", free=False):
    level = {(8, 8, 10): 3, (16, 16, 40): 4, (16, 30, 99): 5}.get((rows, cols, len(mines)), 6)
    head = bytes([0 if free else 52, 10, 0, 9, 9, level])
    if level == 6:
        head += bytes([cols - 1, rows - 1]) + struct.pack(">H", len(mines))
    head += b"".join(bytes([row + 1, col + 1]) for row, col in mines)
    head += b"\x05[\x07" + bytes([17, 200]) + b"[0|18.10.2022.20:15:35:6606|18.20:16:24:8868|B12T50.25]\x09\x09"
    body = b""
    for kind, time, x, y in events:
        seconds, hundredths = time // 1000 + 1, time % 1000 // 10
        body += bytes([AVF_CODES[kind], x >> 8, seconds & 255, x & 255, hundredths, y >> 8, seconds >> 8, y & 255])
    if free:
        digits = [time % 10 for _, time, _, _ in events] + [0]
        signature = bytes(digits[k] << 4 | digits[k + 1] for k in range(0, len(events), 2))
    else:
        signature = bytes(16)
    tail = b"\r123\rcs=" + signature + b"\rRealTime: 49.25\rSkin: 3.1\r" + player.encode() + b"\r"
    return head + body + bytes(8) + tail + b"Minesweeper Arbiter 0.52.3. Copyright\r"


def write_rmv(rows, cols, mines, events, *, kind=1, player="王", preflags=()):
    code = "utf-8" if kind == 2 else "gb18030"
    version = b"Vienna"
    name = player.encode(code)
    people = struct.pack(">H", 3) + bytes([len(name)]) + name + b"\x00" + b"\x02AT"
    board = struct.pack(">IBBH", 1_700_000_000, cols, rows, len(mines))
    board += b"".join(bytes([col, row]) for row, col in mines)
    flags = (
        struct.pack(">H", len(preflags)) + b"".join(bytes([col, row]) for row, col in preflags) if preflags else b""
    )
    properties = bytes([1, 0, 0, 3]) + (bytes([12, 0, 24]) if kind == 2 else b"")
    result = b"\nLEVEL:Expert#SCORE:1.00#3BV:12#NF:0#\n" if kind == 1 else b""
    video = b""
    for number, (event, time, x, y) in enumerate(events):
        if number == 0 and event == Kind.LEFT_DOWN:
            continue  # the first press is not recorded
        place = struct.pack(">hh", x, y) if kind == 2 else struct.pack(">HH", x + 12, y + 56)
        video += bytes([event]) + time.to_bytes(3, "big") + b"\0" + place
        video += bytes([18, 0, 0])
    video += bytes([16]) + events[-1][1].to_bytes(3, "big")
    sizes = [len(version), len(people), len(board), len(flags), len(properties)]
    head = b"*rmv" + struct.pack(">H", kind)
    if kind == 2:
        head += bytes([0, 1]) + bytes(4) + struct.pack(">6H", *sizes, 0)
    else:
        head += bytes(4) + struct.pack(">6H", len(result), *sizes)
    head += struct.pack(">IH", len(video), 18)
    return head + result + version + people + board + flags + properties + video + bytes(18)


def write_umf(rows, cols, mines, events):
    whole = write_rmv(rows, cols, mines, events)
    sizes = whole[12:22]
    result = int.from_bytes(whole[10:12], "big")
    body = whole[28 + result :]
    version, people = (int.from_bytes(sizes[k : k + 2], "big") for k in (0, 2))
    first = version + people
    return b"*umf\0\1" + bytes(4) + sizes + bytes(4) + b"\n\0" + body[:first] + bytes(4) + body[first:]


def write_evf_old(rows, cols, mines, events, *, version=3, player="王"):
    head = bytes([version, 0x80, *([0] if version == 3 else []), rows, cols]) + struct.pack(
        ">HBHH", len(mines), 20, 0, 12
    )
    head += events[-1][1].to_bytes(3, "big")
    texts = ["soft", player, "", "", "1700000000000000", "1700000001000000", "CZ", *(["dev"] if version >= 2 else [])]
    head += b"".join(text.encode("gb18030") + b"\0" for text in texts)
    bits = ["0"] * (rows * cols + -(rows * cols) % 8)
    for row, col in mines:
        bits[row * cols + col] = "1"
    head += int("".join(bits), 2).to_bytes(len(bits) // 8, "big")
    body = b"".join(bytes([kind]) + time.to_bytes(3, "big") + struct.pack(">HH", x, y) for kind, time, x, y in events)
    return head + body + b"\0" + bytes(32)


def write_evfs(units):
    parts = [name.encode() + b"\0" + struct.pack(">I", len(data)) + data + bytes(4) for name, data in units]
    return b"\0\0\4" + b"".join(parts)


def permutation(key, size):
    a, b = math.sqrt(key), math.sqrt(key + 1000)
    c, d = math.sqrt(a + 1000), math.sqrt(b + 1000)
    values = [math.cos(c + 1000), math.sin(math.sqrt(b)), math.cos(c), math.sin(math.sqrt(a) + 1000), math.cos(d)]
    values.append(math.sin(d))
    digits = "".join(f"{round(abs(value) * 1e8):08}"[-8:] for value in values[:size])
    return [place for digit in "0123456789" for place in range(8 * size) if digits[place] == digit]


def states(events):
    """Events as states of the buttons."""
    down, found = 0, []
    for kind, time, x, y in events:
        if kind in BUTTONS:
            bit, pressed = BUTTONS[kind]
            down = down | bit if pressed else down & ~bit
        found.append((down, time, x, y))
    return found


def write_mvf(rows, cols, mines, events, *, year=2005, key=1234, player="Zoë"):
    short = year == 2005
    head = (b"\x11Minesweeper Clone\x092004-" + str(year).encode() + b"\x18Rodrigo").ljust(53, b" ")
    if not short:
        head += b"\x0e2006 release 1"
    head = head.ljust(74 if short else 71, b" ")
    head += struct.pack(">BBHBBBBB", 5, 22, 2013, 15, 12, 19, 4, 1)
    time = events[-1][1]
    if short:
        head += struct.pack(">HB5H", time // 1000, time % 1000 // 10, 12, 12, 1, 2, 3)
    else:
        head += time.to_bytes(3, "big")
    head += bytes([1, cols, rows]) + struct.pack(">H", len(mines))
    head += b"".join(bytes([col + 1, row + 1]) for row, col in mines)
    name = player.encode("cp1252")
    head += bytes([len(name)]) + name + struct.pack(">H", key) + len(events).to_bytes(3, "big")
    size = 5 if short else 6
    places = permutation(key, size)
    body = b""
    for down, at, x, y in states(events):
        logical = f"{down & 1}{down >> 1 & 1}{down >> 2}"
        if short:
            fields = ((y, 9), (x, 9), (at % 1000 // 10, 7), (at // 1000, 10))
        else:
            fields = ((y + 32, 11), (x + 32, 11), (at, 22))
        logical += "".join(f"{value:0{width}b}"[::-1] for value, width in fields)
        bits = ["0"] * (8 * size)
        for place, bit in zip(places, logical, strict=False):
            bits[place] = bit
        body += bytes(int("".join(bits[k : k + 8][::-1]), 2) for k in range(0, 8 * size, 8))
    return head + body + bytes(32)


def write_mvf_old(rows, cols, mines, events, *, version="0.96"):
    head = bytes([cols, rows]) + struct.pack(">H", len(mines)) + b"".join(bytes([col, row]) for row, col in mines)
    body = b""
    for down, at, x, y in states(events):
        buttons = (down >> 2) | (down & 2) | (down & 1) << 2
        body += bytes([at // 1000 % 256, at % 1000 // 10, buttons]) + struct.pack(">HHB", x, y, 0)
    time = events[-1][1]
    tail = struct.pack(">HB", time // 1000, time % 1000 // 10)
    if version == "0.96":
        tail += b"Name".ljust(100, b"\0") + b"\0" + b"x" * 20 + b"\0"
    elif version == "0.76":
        tail += b"Name".ljust(100, b"\0") + b"0123456789"
    else:
        tail += b"\xff" * 10
    return head + b"\1\0" + body + tail


def write_msor(rows, cols, mines, clicks, numbers):
    """Clicks are (type, milliseconds, row, col, cells shown)."""
    replay = []
    for kind, time, row, col, shown in clicks:
        touched = [value for at in shown for value in (at[1], at[0], numbers[at], 0, 0)]
        replay.append({"type": kind, "time": time, "x": col, "y": row, "touchCells": touched})
    header = {"width": cols, "height": rows, "mines": len(mines)}
    return json.dumps({"header": header, "replay": replay}).encode()
