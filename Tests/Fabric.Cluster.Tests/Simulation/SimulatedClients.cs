using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Chaos.Checking;
using SfPerf.Chaos.Histories;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>One call of a client, from its sending to its answer, if there is one.</summary>
internal sealed class ClientCall(ReplicationSimulation world, SimulatedHost host, Operation operation)
{
    internal Operation Operation { get; private set; } = operation;

    internal bool IsRead => Operation.Kind == OperationKind.Read;

    internal bool IsCompareAndSet => Operation.Kind == OperationKind.CompareAndSet;

    /// <summary>Gets or sets what the register held when the call locked it.</summary>
    internal long Held { get; set; }

    internal bool HasEnded { get; private set; }

    internal Action? Ended { get; set; }

    /// <summary>Answers; at the client it counts when it arrives in time.</summary>
    internal void Reply(long held) => world.After(host, () => End(Operation with
    {
        Outcome = Outcome.Ok,
        End = world.Nanoseconds,
        Result = Operation.Kind == OperationKind.Write ? null : held,
    }));

    internal void Refuse() => world.After(host, () => End(Operation with { Outcome = Outcome.Fail }));

    /// <summary>Answers that nobody knows what becomes of it.</summary>
    internal void Forget() => world.After(host, () => End(Operation));

    internal void TimeOut() => End(Operation);

    private void End(Operation operation)
    {
        if (HasEnded)
            return;
        (HasEnded, Operation) = (true, operation);
        Ended?.Invoke();
    }
}

/// <summary>Clients with one operation under way each, and what they saw.</summary>
internal sealed class SimulatedClients(ReplicationSimulation world)
{
    private const int Clients = 3;
    private const long Timeout = 60_000;
    private readonly List<ClientCall> _calls = [];
    private readonly long[] _lastSeen = new long[ReplicationSimulation.Keys];
    private long _lastValue;
    private bool _stopped;

    internal int Acknowledged => _calls.Count(c => c.Operation.IsOk && !c.IsRead);

    internal int Answered => _calls.Count(c => c.Operation.IsOk);

    /// <summary>Gets when the last write was acknowledged.</summary>
    internal long LastWriteAt { get; private set; }

    internal void Start()
    {
        for (var client = 0; client < Clients; client++)
            CallSoon(client);
    }

    internal void Stop() => _stopped = true;

    /// <summary>Searches for an order of each register's operations that explains all results.</summary>
    internal void Check()
    {
        foreach (var register in _calls.Select(c => c.Operation).GroupBy(o => o.Key))
        {
            var checker = new RegisterChecker();
            if (checker.Check([.. register]) == RegisterVerdict.Linearizable)
                continue;
            throw world.Violation("linearizability",
                $"register {register.Key}: nothing explains {checker.Unexplained}");
        }
    }

    private void CallSoon(int client) => world.Queue.At(world.Queue.Now + world.Random.Next(12_000), () =>
    {
        if (!_stopped)
            Call(client);
    });

    private void Call(int client)
    {
        var host = world.Manager.Published is { } published && world.Random.Next(10) < 7
            ? published : world.Hosts[world.Random.Next(world.Hosts.Count)];
        var key = world.Random.Next(ReplicationSimulation.Keys);
        var kind = world.Random.Next(10) switch
        {
            < 4 => OperationKind.Read,
            < 8 => OperationKind.Write,
            _ => OperationKind.CompareAndSet,
        };
        var call = new ClientCall(world, host, new(_calls.Count, client, 0, kind, world.Nanoseconds, Operation.Never,
            Outcome.Unknown)
        {
            Key = key,
            Value = kind == OperationKind.Read ? 0 : ++_lastValue,
            Second = kind == OperationKind.CompareAndSet ? _lastSeen[key] : 0,
        });
        _calls.Add(call);
        call.Ended = () => OnEnded(call, client);
        world.Queue.At(world.Queue.Now + Timeout, call.TimeOut);
        if (host.IsUp)
        {
            host.At(world.ClientArrivalTime(), () =>
            {
                if (host.Replica is { } replica)
                    replica.Take(call);
                else
                    call.Refuse();
            });
        }
    }

    private void OnEnded(ClientCall call, int client)
    {
        var operation = call.Operation;
        if (operation.IsOk)
        {
            if (world.IsTraced)
                world.Trace($"client: {operation}");
            if (!call.IsRead)
                LastWriteAt = world.Queue.Now;
            _lastSeen[operation.Key] = operation.Kind == OperationKind.Write
                || operation.Kind == OperationKind.CompareAndSet && operation.Result == operation.Second
                    ? operation.Value : operation.Result ?? 0;
        }
        CallSoon(client);
    }
}
