# Aletheia as a service. The graph is elsewhere (see docker-compose.yml); the embedded one works here too.
FROM python:3.13-slim AS build
RUN python -m venv /aletheia
WORKDIR /source
COPY pyproject.toml README.md constraints.txt ./
COPY graph graph
COPY evidence evidence
COPY collectors collectors
COPY assistant assistant
COPY api api
RUN /aletheia/bin/pip install --no-cache-dir --constraint constraints.txt .

FROM python:3.13-slim
# git reads the repositories whose owners are asked for; it runs nothing of theirs.
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/*
COPY --from=build /aletheia /aletheia
RUN useradd --uid 10001 --create-home aletheia && mkdir /data && chown aletheia /data
USER aletheia
ENV PATH=/aletheia/bin:$PATH ALETHEIA_HOME=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8734
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8734/healthz', timeout=3)"]
ENTRYPOINT ["aletheia"]
CMD ["serve", "--host", "0.0.0.0"]
