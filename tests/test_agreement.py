"""Each kernel deals what its rules start from; the folders of the games compare how both play on."""

from __future__ import annotations

import pytest

from . import agreement, samples


@pytest.mark.parametrize("name", [name for name, sample in samples.all().items() if sample.pair])
def test_a_kernel_deal_is_one_of_the_rules(name: str) -> None:
    """An option of the rules that the kernel's `deal` forgets shows here."""
    agreement.deals_agree(name, 400, seed=1)
