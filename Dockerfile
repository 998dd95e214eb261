# Wenli 問禮. Three stages: what running needs; that, and what making the embedding model and the index needs; the image,
# with the first and what the second made.
#   docker build -t wenli .
#   docker run -p 8000:8000 wenli
# docs/operation.md says how it is built without a Docker engine, behind a package mirror, and with a CPU-only torch.
ARG BASE=python:3.11-slim-bookworm

FROM ${BASE} AS packages
WORKDIR /srv/wenli
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP="/opt/pip/bin/pip --python /opt/wenli/bin/python"
COPY requirements requirements
# A pip.conf, where the builder needs one, comes as a secret and does not stay in the image.
RUN --mount=type=secret,id=pipconf,target=/etc/pip.conf,required=false \
    python3 -m venv /opt/pip && python3 -m venv --without-pip /opt/wenli \
    && grep -vxFf requirements/making.txt requirements/run.txt | $PIP install --no-deps -r /dev/stdin \
    && find /opt/wenli -type d -name tests -prune -exec rm -r {} +

FROM packages AS build
# Every package is pinned; only a torch made for graphics cards brings more, in versions that it names itself.
RUN --mount=type=secret,id=pipconf,target=/etc/pip.conf,required=false \
    $PIP install --no-deps -r requirements/making.txt \
    && { $PIP check || $PIP install -r requirements/run.txt; }
COPY LICENSE README.md pyproject.toml ./
COPY corpus corpus
COPY index index
COPY prompts prompts
COPY service service
# The graph is all of the model that a running service reads: the weights it was made of stay behind.
RUN $PIP install --no-deps --no-build-isolation --editable . \
    && WENLI_HOME=/var/lib/wenli WENLI_EMBEDDING_BACKEND=onnx /opt/wenli/bin/wenli build \
    && rm /var/lib/wenli/models/wenli-e5-small/model.safetensors \
    && mkdir -p /var/lib/wenli/feedback /var/lib/wenli/packs /opt/own/bin /opt/own/lib \
    && cp /opt/wenli/bin/wenli /opt/own/bin/ \
    && cp -r /opt/wenli/lib/python3*/site-packages/*wenli* /opt/own/lib/ \
    && python3 -m compileall -q corpus index prompts service

FROM ${BASE}
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin wenli
WORKDIR /srv/wenli
COPY --from=packages /opt/wenli /opt/wenli
COPY --from=build /srv/wenli /srv/wenli
COPY --from=build /opt/own/bin /opt/wenli/bin
COPY --from=build /opt/own/lib /opt/wenli/lib/python3.11/site-packages
COPY --from=build --chown=10001:10001 /var/lib/wenli /var/lib/wenli
ENV PATH=/opt/wenli/bin:$PATH PYTHONUNBUFFERED=1 WENLI_HOME=/var/lib/wenli WENLI_HOST=0.0.0.0 WENLI_PORT=8000
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + (os.environ.get('PORT') or os.environ['WENLI_PORT']) + '/readyz', timeout=4)"]
CMD ["wenli", "serve"]
