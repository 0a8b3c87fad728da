#nullable disable

using System.Collections.Generic;

namespace System.Fabric;

public class ReplicaSetConfiguration
{
    public IList<ReplicaInformation> Replicas { get; internal set; } = new List<ReplicaInformation>();

    public long WriteQuorum { get; internal set; }
}
