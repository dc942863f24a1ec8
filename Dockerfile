# The wheel, built in one image and installed in another:
#   docker build -t cardtui .
#   docker run --rm -it -v cardtui:/data cardtui yaniv --bots greedy
FROM python:3.13-slim AS wheel
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir build && python -m build --wheel --outdir /wheel

FROM python:3.13-slim
COPY --from=wheel /wheel /wheel
RUN pip install --no-cache-dir /wheel/*.whl && rm -r /wheel \
 && useradd --create-home player && install -d -o player /data
USER player
# settings, saved matches and compiled kernels outlive the container where /data is a volume
ENV XDG_CONFIG_HOME=/data/config XDG_DATA_HOME=/data/data XDG_STATE_HOME=/data/state XDG_CACHE_HOME=/data/cache \
    TERM=xterm-256color COLORTERM=truecolor LANG=C.UTF-8
VOLUME /data
ENTRYPOINT ["cardtui"]
