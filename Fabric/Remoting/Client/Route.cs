using System.Fabric;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>The way to a replica: a connection and the number its path was given there.</summary>
internal sealed record Route(ClientConnection Connection, ushort Number, ResolvedServicePartition Partition);
