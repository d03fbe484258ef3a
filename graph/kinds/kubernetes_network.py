"""How traffic reaches Kubernetes workloads, and what may: declarations only."""

from graph.kind import Field, Kind, Role, Type
from graph.kinds.kubernetes_object import IN_NAMESPACE, MANAGED, custom_dashboard, dashboard

_HOSTS = Field(
    "hosts", Type.LIST, role=Role.NAME, words=("host", "host name", "host names", "domain", "domains")
)
_LOAD_BALANCERS = Field(
    "loadBalancers",
    Type.LIST,
    role=Role.NAME,
    words=("load balancer address", "external address", "load balancer host"),
    description="host names or addresses that a load balancer got for it",
)
_SELECTOR = Field("selector", Type.MAP, words=("pod selector",), description="labels that a pod has to have")

KINDS: tuple[Kind, ...] = (
    Kind(
        "Service",
        "Kubernetes service",
        "Kubernetes services",
        "A stable address in front of pods.",
        synonyms=("k8s service", "cluster service"),
        categories=("Network", "Resource"),
        link=dashboard("services"),
        fields=(
            *IN_NAMESPACE,
            Field(
                "type",
                words=("service type",),
                states={
                    "ClusterIP": ("cluster-internal",),
                    "NodePort": ("node port",),
                    "LoadBalancer": ("load-balanced", "of type load balancer"),
                    "ExternalName": ("external name",),
                },
            ),
            Field("hostName", role=Role.NAME, words=("dns name",), description="its name inside the cluster"),
            Field("clusterIp", role=Role.NAME, words=("ip", "cluster ip", "ip address")),
            Field(
                "headless",
                Type.BOOLEAN,
                yes=("headless",),
                no=("with a cluster IP",),
                description="without an address of its own: its name resolves to pods",
            ),
            Field("externalName", role=Role.NAME, description="the host name that it stands for"),
            Field("externalIps", Type.LIST, role=Role.NAME, words=("external ip",)),
            _LOAD_BALANCERS,
            Field(
                "ports",
                Type.LIST,
                words=("port", "service ports"),
                description="80/TCP to 8080; a target in quotes is text, a bare word is a port's name",
            ),
            _SELECTOR,
            *MANAGED,
        ),
    ),
    Kind(
        "EndpointSlice",
        "EndpointSlice",
        "EndpointSlices",
        "The addresses behind a Kubernetes service.",
        synonyms=("endpoint slice",),
        categories=("Network",),
        link=dashboard("endpointslices"),
        fields=(
            *IN_NAMESPACE,
            Field("service", role=Role.NAME, description="name of the service"),
            Field("addressType"),
            Field("addresses", Type.INTEGER, words=("address count", "endpoint count")),
            Field("readyAddresses", Type.INTEGER, words=("ready endpoints",)),
            Field("ports", Type.LIST, words=("port",)),
        ),
    ),
    Kind(
        "Ingress",
        "ingress",
        "ingresses",
        "HTTP routes from outside to Kubernetes services.",
        synonyms=("Kubernetes ingress",),
        categories=("Network", "Resource"),
        link=dashboard("ingresses"),
        fields=(
            *IN_NAMESPACE,
            _HOSTS,
            Field("tls", Type.BOOLEAN, yes=("with TLS", "TLS", "HTTPS"), no=("without TLS", "plain HTTP")),
            Field("ingressClass", role=Role.NAME, words=("class", "ingress controller")),
            Field(
                "paths",
                Type.LIST,
                role=Role.NAME,
                words=("path", "routes", "rules"),
                description="host and path",
            ),
            Field(
                "backends",
                Type.LIST,
                role=Role.NAME,
                words=("backend", "backend services"),
                description="service and port of each route",
            ),
            Field(
                "scheme",
                states={
                    "internet-facing": ("internet facing", "public", "internet-exposed"),
                    "internal": ("internal", "private"),
                },
                description="what its annotations ask of the load balancer",
            ),
            _LOAD_BALANCERS,
            *MANAGED,
        ),
    ),
    Kind(
        "Gateway",
        "Kubernetes gateway",
        "Kubernetes gateways",
        "Listeners that HTTP routes attach to (Gateway API).",
        synonyms=("gateway API gateway", "Gateway"),
        categories=("Network", "Resource"),
        link=custom_dashboard("gateways.gateway.networking.k8s.io"),
        fields=(
            *IN_NAMESPACE,
            Field("gatewayClass", role=Role.NAME, words=("class",)),
            _HOSTS,
            Field("listeners", Type.LIST, words=("listener",), description="name, port and protocol"),
            Field("tls", Type.BOOLEAN, yes=("with TLS", "TLS", "HTTPS"), no=("without TLS",)),
            _LOAD_BALANCERS,
            Field("programmed", Type.BOOLEAN, yes=("programmed", "active"), no=("not programmed",)),
            *MANAGED,
        ),
    ),
    Kind(
        "HTTPRoute",
        "HTTPRoute",
        "HTTPRoutes",
        "HTTP routes from a gateway to Kubernetes services (Gateway API).",
        synonyms=("HTTP route",),
        categories=("Network", "Resource"),
        link=custom_dashboard("httproutes.gateway.networking.k8s.io"),
        fields=(
            *IN_NAMESPACE,
            _HOSTS,
            Field("gateways", Type.LIST, role=Role.NAME, words=("parents", "parent gateways")),
            Field("backends", Type.LIST, role=Role.NAME, words=("backend", "backend services")),
            Field("accepted", Type.BOOLEAN, yes=("accepted",), no=("not accepted", "rejected")),
            *MANAGED,
        ),
    ),
    Kind(
        "NetworkPolicy",
        "NetworkPolicy",
        "NetworkPolicies",
        "Which traffic the selected pods may receive and send.",
        synonyms=("network policy",),
        categories=("Network", "Resource"),
        link=dashboard("networkpolicies"),
        fields=(
            *IN_NAMESPACE,
            _SELECTOR,
            Field("policyTypes", Type.LIST, words=("directions",), description="Ingress, Egress"),
            Field("ingressRules", Type.INTEGER),
            Field("egressRules", Type.INTEGER),
            Field(
                "deniesAllIngress",
                Type.BOOLEAN,
                yes=("denying all ingress", "denies all ingress", "deny all ingress", "default-deny"),
                no=("allowing some ingress",),
            ),
            *MANAGED,
        ),
    ),
)
