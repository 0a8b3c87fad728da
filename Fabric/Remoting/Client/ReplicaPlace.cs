using System.Net;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>Describes where a replica listens, and the path that tells it from others there.</summary>
internal sealed record ReplicaPlace(IPEndPoint Address, string Path);
