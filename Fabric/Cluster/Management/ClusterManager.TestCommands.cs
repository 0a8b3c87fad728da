using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Cluster.Management.Views;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>Data losses that a test asks for. They are forgotten when the manager ends.</content>
internal sealed partial class ClusterManager
{
    private const int TestCommandsMax = 1024;
    private readonly Dictionary<Guid, TestCommand> _testCommands = [];

    /// <summary>Drops all replicas of a stateful partition, or a write quorum of them, and lets it go on with what is
    /// left. Does not wait until it serves again.</summary>
    /// <param name="operation">The caller's name for it, under which <see cref="TestCommandAsync"/> finds it.</param>
    /// <param name="id">The partition.</param>
    /// <param name="full">Whether all replicas are dropped.</param>
    /// <exception cref="ClusterException">The operation is known, there is no such partition, it is stateless, or it is
    /// not ready.</exception>
    internal Task<TestCommandView> StartDataLossAsync(Guid operation, string id, bool full) => _loop.InvokeAsync(() =>
    {
        if (_testCommands.ContainsKey(operation))
        {
            throw new ClusterException("FABRIC_E_TEST_COMMAND_OPERATION_ID_ALREADY_EXISTS",
                $"There is an operation '{operation}' already.");
        }
        var partition = PartitionOf(id);
        if (!partition.Service.Stateful)
        {
            throw new ClusterException("FABRIC_E_INVALID_FOR_STATELESS_SERVICES",
                $"{partition.Service.Name} is stateless: it has no data to lose.");
        }
        var before = partition.Snapshot;
        if (before.Status != PartitionStatus.Ready)
        {
            throw new ClusterException("FABRIC_E_INVALID_OPERATION", $"Partition {id} of {partition.Service.Name} is "
                + $"{before.Status}: only one that is ready can lose its data.");
        }
        if (_testCommands.Count >= TestCommandsMax)
            _ = _testCommands.Remove(_testCommands.MinBy(c => c.Value.Number).Key);
        var command = new TestCommand(NextNumber(), partition, before.Epoch.DataLossNumber);
        _testCommands[operation] = command;
        var what = full ? "of all data" : "of a quorum of replicas";
        Log($"A test asks for the loss {what} of partition {id} of {partition.Service.Name}.");
        _events.Add(EventKinds.DataLoss, $"{partition.Service.Name}/{partition.Id}",
            $"loss {what} of {partition.Name}");
        Apply(partition, new PartitionEvent.LoseData(full));
        return View(operation, command);
    });

    /// <exception cref="ClusterException">There is no such operation.</exception>
    internal Task<TestCommandView> TestCommandAsync(string id) => _loop.InvokeAsync(() =>
        Guid.TryParse(id, out var operation) && _testCommands.TryGetValue(operation, out var command)
            ? View(operation, command) : throw new ClusterException("FABRIC_E_TEST_COMMAND_NOT_FOUND",
                $"There is no operation '{id}'."));

    private TestCommandView View(Guid operation, TestCommand command)
    {
        var (partition, now) = (command.Partition, command.Partition.Snapshot);
        var gone = !_partitions.ContainsKey(partition.Id);
        command.IsComplete |= !gone && now.Status == PartitionStatus.Ready
            && now.Epoch.DataLossNumber > command.DataLossNumber;
        return new(operation, command.IsComplete ? "Completed" : gone ? "Faulted" : "Running",
            partition.Service.Name, partition.Id);
    }

    private sealed record TestCommand(long Number, PartitionEntry Partition, long DataLossNumber)
    {
        internal bool IsComplete { get; set; }
    }
}
