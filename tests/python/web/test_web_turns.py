"""The order in which requests start: clients that used the loop least lately come first, some in each round."""

from __future__ import annotations

import asyncio

from sapper.web.turns import Turns


async def _start(turns: Turns, addresses: list[str]) -> list[tuple[str, int]]:
    """The addresses in the order in which their requests start, with the round of the loop."""
    order: list[tuple[str, int]] = []
    rounds = 0

    def count() -> None:
        nonlocal rounds
        rounds += 1
        loop.call_soon(count)

    async def request(address: str) -> None:
        await turns.enter(address)
        order.append((address, rounds))

    loop = asyncio.get_running_loop()
    loop.call_soon(count)
    await asyncio.gather(*(request(address) for address in addresses))
    return order


def test_clients_of_equal_usage_start_several_in_a_round():
    order = asyncio.run(_start(Turns(), [f"player {number}" for number in range(80)]))
    assert [address for address, _ in order] == [f"player {number}" for number in range(80)]
    assert order[-1][1] - order[0][1] <= 80 / 4


def test_one_address_starts_one_request_in_a_round():
    order = asyncio.run(_start(Turns(), ["greedy"] * 10))
    rounds = [number for _, number in order]
    assert len(set(rounds[1:])) == 9  # the first starts at once


def test_a_client_that_used_more_waits_for_all_others():
    async def example() -> list[str]:
        turns = Turns()

        async def work() -> None:
            sum(range(200_000))

        await turns.enter("greedy")
        await turns.measure("greedy", work())
        return [address for address, _ in await _start(turns, ["first", *["greedy"] * 5, *map(str, range(30))])]

    assert asyncio.run(example()) == ["first", *map(str, range(30)), *["greedy"] * 5]


def test_requests_of_clients_that_left_are_passed_over():
    async def example() -> list[str]:
        turns, order = Turns(), []

        async def request(address: str) -> None:
            await turns.enter(address)
            order.append(address)

        tasks = [asyncio.create_task(request(address)) for address in ("a", "b", "c", "d")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.wait(tasks)
        return order

    assert asyncio.run(example()) == ["a", "c", "d"]
