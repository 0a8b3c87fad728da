using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>
/// Decides where the instances of one stateless partition run. State and event in, actions out; no clock, no I/O. One
/// caller at a time.
/// </summary>
/// <param name="count">The number of instances; -1 means one on every node.</param>
/// <param name="nextInstanceId">Gives ids never used before.</param>
internal sealed class StatelessPartition(int count, Func<long> nextInstanceId) : IPartition
{
    private int _count = count;
    private IReadOnlyDictionary<string, Departure> _leaving = FrozenDictionary<string, Departure>.Empty;
    private readonly List<Replica> _instances = [];
    private readonly Dictionary<long, Replica> _requests = [];
    private readonly List<PartitionAction> _actions = [];
    private IReadOnlyList<string> _candidates = [];
    private PartitionSnapshot? _published;
    private long _lastRequest;
    private string _lastError = "";

    public PartitionSnapshot Snapshot => _published ?? TakeSnapshot();

    public IEnumerable<string> Nodes => _instances.Select(r => r.Location.Node);

    public SafetyCheck? Holds(string node) =>
        _instances.Exists(r => r.Location.Node == node) ? SafetyCheck.EnsureAvailability : null;

    public string? RefusesRemoval(long replica) =>
        _instances.Exists(r => r.Id == replica) ? null : "There is no such instance any more.";

    public string? RefusesMove(string from, string to) => "An instance is no secondary: a stateless service has none.";

    public IReadOnlyList<PartitionAction> Step(PartitionEvent happened)
    {
        _actions.Clear();
        Take(happened);
        Place();
        CloseSurplus();
        foreach (var r in _instances.Where(r => r is { HostUp: true, Open: false, BackingOff: false, Busy: 0 }))
        {
            r.Busy = ++_lastRequest;
            _requests[r.Busy] = r;
            _actions.Add(new PartitionAction.Send(r.Location, r.Busy,
                new() { Kind = ReplicaCommandKind.Open, New = true }));
        }
        var snapshot = TakeSnapshot();
        if (!snapshot.SameAs(_published))
            _actions.Add(new PartitionAction.Publish(_published = snapshot));
        return _actions;
    }

    private void Take(PartitionEvent happened)
    {
        switch (happened)
        {
            case PartitionEvent.Nodes nodes:
                (_candidates, _leaving) = (nodes.Candidates, nodes.Leaving);
                break;
            case PartitionEvent.Restart restart
                when _instances.Find(r => r.Id == restart.Replica) is { Open: true } instance:
                Fail(instance, "A client restarted it.");
                break;
            case PartitionEvent.Resize size:
                _count = size.Target;
                break;
            case PartitionEvent.Remove remove when _instances.Find(r => r.Id == remove.Replica) is { } instance:
                Close(instance);
                break;
            case PartitionEvent.HostUp up:
                foreach (var r in _instances.Where(r => r.Location.Node == up.Node))
                    r.HostUp = true;
                break;
            case PartitionEvent.HostDown down:
                foreach (var r in _instances.Where(r => r.Location.Node == down.Node).ToArray())
                    Remove(r);
                break;
            case PartitionEvent.Reply reply when _requests.Remove(reply.Request, out var instance):
                TakeOpened(reply, instance);
                break;
            case PartitionEvent.Fault fault when _instances.Find(r => r.Id == fault.Replica) is { Open: true } instance:
                Fail(instance, "The instance reported a fault.");
                break;
            case PartitionEvent.TakeDown down:
                foreach (var r in _instances.Where(r => r.Open && down.Replicas.Contains(r.Id)))
                    Fail(r, "A test restarts it.");
                break;
            case PartitionEvent.RetryDue retry when _instances.Find(r => r.Id == retry.Replica) is { } instance:
                instance.BackingOff = false;
                break;
        }
    }

    private void TakeOpened(PartitionEvent.Reply reply, Replica instance)
    {
        if (instance.Busy != reply.Request)
            return;
        instance.Busy = 0;
        if (reply.Error is { } error)
            Fail(instance, error);
        else
            (instance.Open, instance.Role, instance.Address, instance.Failures) = (true, Role.None, reply.Address, 0);
    }

    private void Fail(Replica instance, string error)
    {
        _lastError = $"Instance {instance.Id} on {instance.Location.Node}: {error}";
        _actions.Add(new PartitionAction.Send(instance.Location, 0, new() { Kind = ReplicaCommandKind.Abort }));
        instance.GoDown();
        instance.BackingOff = true;
        _actions.Add(new PartitionAction.RetryLater(instance.Id, ++instance.Failures));
    }

    private void Remove(Replica instance)
    {
        _ = _instances.Remove(instance);
        _ = _requests.Remove(instance.Busy);
    }

    private void Place()
    {
        var wanted = Wanted - _instances.Count(Stays);
        var free = _candidates.Where(n => _instances.All(r => r.Location.Node != n));
        foreach (var node in free.Take(Math.Max(0, wanted)).ToArray())
        {
            _instances.Add(new(new(nextInstanceId(), node), isNew: true));
            _actions.Add(new PartitionAction.EnsureHost(node));
        }
    }

    private int Wanted => _count < 0 ? _candidates.Count : _count;

    private bool Stays(Replica instance) => !_leaving.ContainsKey(instance.Location.Node);

    // On a node that is deactivated an instance stays until those that take its place are open, at least one.
    private void CloseSurplus()
    {
        var open = _instances.Count(r => r.Open && Stays(r));
        if (open > 0 && open >= Math.Min(Wanted, _candidates.Count))
        {
            foreach (var leaving in _instances.Where(r => !Stays(r)).ToArray())
                Close(leaving);
        }
        var staying = _instances.Where(Stays).OrderBy(r => r.Open).ThenByDescending(r => r.Id).ToArray();
        if (_count < 0)
            return;
        foreach (var surplus in staying.Take(staying.Length - _count))
            Close(surplus);
    }

    private void Close(Replica instance)
    {
        _actions.Add(new PartitionAction.Send(instance.Location, 0, new() { Kind = ReplicaCommandKind.Close }));
        Remove(instance);
    }

    private PartitionSnapshot TakeSnapshot()
    {
        var open = _instances.Count(r => r.Open);
        var complete = open > 0 && open >= Wanted;
        return new()
        {
            Status = open > 0 ? PartitionStatus.Ready : PartitionStatus.NotReady,
            Health = complete ? Health.Ok : Health.Warning,
            Complete = complete,
            LastError = complete ? "" : _lastError,
            Replicas = [.. _instances.Select(r => new ReplicaSnapshot
            {
                Id = r.Id,
                Node = r.Location.Node,
                Role = Role.None,
                Status = r.Open ? ReplicaStatus.Ready : ReplicaStatus.InBuild,
                Address = r.Address,
            })],
        };
    }
}
