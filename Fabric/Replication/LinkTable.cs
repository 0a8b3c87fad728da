using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Links;
using SfPerf.Fabric.Replication.Wire;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// A primary's links to its secondaries. Guarded by the replicator's gate; only <see cref="Live"/> may be read without.
/// </summary>
internal sealed class LinkTable(Replicator owner, ReplicationHost host, PrimaryTerm term)
{
    private readonly Dictionary<long, SecondaryLink> _links = [];
    private readonly List<Task> _ending = [];
    private SecondaryLink[] _live = [];

    /// <summary>Gets the links that each new record goes out on. The array is replaced, never changed.</summary>
    internal SecondaryLink[] Live
    {
        get => Volatile.Read(ref _live);
        private set => Volatile.Write(ref _live, value);
    }

    internal IEnumerable<SecondaryLink> All => _links.Values;

    internal SecondaryLink? Find(long replicaId) => _links.GetValueOrDefault(replicaId);

    /// <summary>Gives the link to a replica, a new one if there is none to this address.</summary>
    internal SecondaryLink Ensure(long replicaId, string address)
    {
        if (_links.TryGetValue(replicaId, out var link))
        {
            if (link.Address == address && !link.IsStopped)
                return link;
            Drop(link);
        }
        link = new SecondaryLink(owner, host, term.Add(replicaId), address);
        _links.Add(replicaId, link);
        link.Start();
        return link;
    }

    /// <summary>Ends the links to replicas that no configuration names and that are not being built.</summary>
    internal void DropStrangers()
    {
        foreach (var link in _links.Values
            .Where(l => !l.Progress.IsBuilding && !term.IsMember(l.ReplicaId)).ToArray())
        {
            Drop(link);
        }
    }

    internal void Drop(SecondaryLink link)
    {
        link.Stop();
        term.Remove(link.Progress);
        _links.Remove(link.ReplicaId);
        Live = [.. Live.Where(l => l != link)];
        _ending.RemoveAll(t => t.IsCompleted);
        _ending.Add(link.Ended);
    }

    internal void DropAll()
    {
        foreach (var link in _links.Values.ToArray())
            Drop(link);
    }

    /// <summary>Ends all traffic at once; the links are dropped later.</summary>
    internal void StopAll()
    {
        foreach (var link in _links.Values)
            link.Stop();
        Live = [];
    }

    /// <summary>Drops all links; the task ends when nothing of them runs any more.</summary>
    internal Task EndAll()
    {
        DropAll();
        Task[] ending = [.. _ending];
        _ending.Clear();
        return Task.WhenAll(ending);
    }

    internal void GoLive(SecondaryLink link, long sentLsn)
    {
        term.GoLive(link.Progress, sentLsn);
        Live = [.. Live, link];
    }

    internal void TakeDown(SecondaryLink link, LinkSession session)
    {
        if (!term.Disconnect(link.Progress, session.Number))
            return;
        link.Session = null;
        Live = [.. Live.Where(l => l != link)];
    }

    internal void TellCaughtUp()
    {
        foreach (var link in Live)
            link.NoteCaughtUp();
    }

    /// <summary>Queues a record on each live link; they are flushed as the log begins to write it.</summary>
    internal void Queue(Span<byte> head, ReadOnlySpan<byte> payload, long lsn)
    {
        foreach (var link in Live)
            link.Queue(head, payload, lsn);
    }

    /// <summary>Queues a number on each live link, for the caller to flush.</summary>
    internal void Queue(FrameType type, long value, QueuedSends sends)
    {
        foreach (var link in Live)
            link.Session?.Queue(type, value, sends);
    }

    /// <summary>Names the connections that hold what was queued here.</summary>
    internal void AddTo(QueuedSends sends)
    {
        foreach (var link in Live)
            link.Session?.AddTo(sends);
    }
}
