"""Set-up of torch shared by all trainers: device, single thread, determinism; conversion of its state to arrays.

With `--device cuda` the networks live on the GPU, and so does a batch during its step; all else stays on the CPU.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils import deterministic

from cardtui.core import Refusal

CPU = torch.device("cpu")


def device(name: str) -> torch.device:
    """Return the device "cpu" or "cuda". Raises Refusal if there is no such GPU here."""
    if name == "cuda" and not torch.cuda.is_available():
        raise Refusal("--device cuda needs an NVIDIA GPU and a torch built for it; leave it out to train on the CPU")
    return torch.device(name)


def describe(name: str) -> str:
    """Return what a card says about the device, including the make of a GPU."""
    return f"cuda: {torch.cuda.get_device_name()}" if name == "cuda" else name


def prepare(seed: int, name: str = "cpu") -> torch.device:
    """Use one thread, seed torch's random numbers, and return the device.

    The CPU uses only deterministic kernels; a GPU multiplies matrices in its tensor cores (TF32). Raises Refusal if
    there is no such device.
    """
    chosen = device(name)
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high" if chosen.type == "cuda" else "highest")
    torch.use_deterministic_algorithms(chosen.type == "cpu")  # for some of our layers a GPU has no others
    # guards against kernels that read uninitialised memory, but takes a third of the time here
    deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]  # untyped in torch
    torch.manual_seed(seed)
    return chosen


def to_device(device: torch.device, *arrays: NDArray[Any]) -> tuple[torch.Tensor, ...]:
    """Return arrays as tensors on a device; those on the CPU share their memory."""
    return tuple(torch.from_numpy(array).to(device) for array in arrays)


def to_array(tensor: torch.Tensor) -> NDArray[Any]:
    """Return a tensor of any device as an array."""
    array: NDArray[Any] = tensor.detach().cpu().numpy()
    return array


def set_rate(optimizer: torch.optim.Optimizer, rate: float) -> None:
    """Set the learning rate of all weights."""
    for group in optimizer.param_groups:
        group["lr"] = rate


def arrays_of(module: torch.nn.Module) -> dict[str, NDArray[np.float32]]:
    """Return copies of the weights by name, as stored and as used by `cardtui.models.nets`."""
    return {name: to_array(tensor).copy() for name, tensor in module.state_dict().items()}


def load(module: torch.nn.Module, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Load weights from arrays: the inverse of `arrays_of`."""
    module.load_state_dict({name: torch.from_numpy(arrays[name].copy()) for name in module.state_dict()})


def run_state(module: torch.nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """Return the state of a run as arrays for a checkpoint: weights, optimizer state and torch's random state."""
    state = optimizer.state_dict()["state"]
    return {
        **{f"weights/{name}": array for name, array in arrays_of(module).items()},
        **{
            f"optimizer/{place}/{key}": to_array(torch.as_tensor(value)).copy()
            for place, values in state.items()
            for key, value in values.items()
        },
        "random": torch.get_rng_state().numpy().copy(),
    }


def resume(module: torch.nn.Module, optimizer: torch.optim.Optimizer, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Restore the state of `run_state`, except the learning rates. Raises Refusal if the layers differ."""
    load(
        module, {name.removeprefix("weights/"): array for name, array in arrays.items() if name.startswith("weights/")}
    )
    shapes = {str(place): tuple(weights.shape) for place, weights in enumerate(module.parameters())}
    state: dict[int, dict[str, Any]] = {}
    for name, array in arrays.items():
        if name.startswith("optimizer/"):
            _, place, key = name.split("/")
            if array.shape not in ((), shapes.get(place)):
                raise Refusal(f"the checkpoint's {name} is not of this network's form")
            state.setdefault(int(place), {})[key] = torch.from_numpy(array.copy())
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
    torch.set_rng_state(torch.from_numpy(arrays["random"].copy()))
