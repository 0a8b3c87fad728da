using System.Collections.Generic;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// The apply loops that a group of the log made ready and that have little to do: the thread that wrote the group runs
/// them, and what they cause to be sent leaves at the end, one write a connection. One user at a time.
/// </summary>
internal sealed class GroupApplies
{
    private readonly List<ApplyLoop> _loops = [];
    private readonly GatheredSends _sends = new();

    /// <summary>Takes a loop that <see cref="ApplyLoop.TryBegin"/> told to run.</summary>
    internal void Add(ApplyLoop loop) => _loops.Add(loop);

    internal void Run()
    {
        if (_loops.Count == 0)
            return;
        using (_sends.Begin())
        {
            foreach (var loop in _loops)
                loop.RunBriefly();
        }
        _loops.Clear();
    }
}
