# The server, for `docker build -t jungle .` and examples/server/compose.yaml.
FROM python:3.13-slim-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY native native
COPY docs docs
COPY src src
RUN python -m venv /opt/jungle && JUNGLE_REQUIRE_NATIVE=1 /opt/jungle/bin/pip install --no-cache-dir '.[server]'
# The documentation, built without leaving Sphinx in the image.
RUN /opt/jungle/bin/pip install --no-cache-dir --target /builders furo myst-parser sphinx sphinx-copybutton \
    && PYTHONPATH=/builders /opt/jungle/bin/jungle docs --build /site \
    && mv /site "$(/opt/jungle/bin/python -c 'from jungle.web.documentation import SHIPPED; print(SHIPPED)')"

FROM python:3.13-slim-bookworm
COPY --from=build /opt/jungle /opt/jungle
RUN useradd --uid 10001 --home-dir /data jungle && install -d -o 10001 /data
USER 10001
ENV PATH=/opt/jungle/bin:$PATH JUNGLE_DATA=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/livez', timeout=4)"]
ENTRYPOINT ["jungle", "serve"]
CMD ["--host", "0.0.0.0"]
