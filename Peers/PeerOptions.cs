using System;
using System.Collections.Generic;

namespace SfPerf.Peers;

/// <summary>Specifies how a peer is reached and measured.</summary>
public sealed record PeerOptions
{
    /// <summary>Gets which store it is.</summary>
    public required PeerKind Kind { get; init; }

    /// <summary>Gets where its members listen; the first that takes writes is used.</summary>
    public required IReadOnlyList<PeerEndpoint> Endpoints { get; init; }

    /// <summary>Gets what an acknowledged write must have reached.</summary>
    public DurabilityDemand Durability { get; init; }

    /// <summary>Gets the connections opened before the first operation; more are opened when more operations are under
    /// way. Of no meaning to etcd, which takes any number of calls on one.</summary>
    public int Connections
    {
        get;
        init => field = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "at least 1");
    } = 1;

    /// <summary>Gets the number of this generator among those of the run, from 0; generators share no key.</summary>
    public int Generator { get; init; }

    /// <summary>Gets whether each value read is compared with what was written.</summary>
    public bool VerifyReads { get; init; } = true;

    /// <summary>Gets how long a server is told to wait for its replicas.</summary>
    public TimeSpan OperationTimeout { get; init; } = TimeSpan.FromSeconds(10);
}
