using System;
using System.Collections.Generic;
using System.Globalization;

namespace SfPerf.TestKit;

/// <summary>An etcd cluster of three members.</summary>
public sealed class RunningEtcd() : RunningPeer("etcd")
{
    /// <summary>Gets how long members miss their leader before they elect another.</summary>
    /// <value>5 s unless set: a disk that stands still for a second is no reason where no member is to fail.</value>
    public TimeSpan ElectionTimeout { get; init; } = TimeSpan.FromSeconds(5);

    protected override IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>
    {
        ["ETCD_ELECTION_TIMEOUT"] =
            ElectionTimeout.TotalMilliseconds.ToString(CultureInfo.InvariantCulture),
    };
}
