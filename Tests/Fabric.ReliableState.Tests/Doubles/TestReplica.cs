using System;
using System.Fabric;
using System.IO;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.Replication;
using SfPerf.TestKit;

namespace SfPerf.Fabric.ReliableState.Tests.Doubles;

/// <summary>One open replica: the real state manager over a log in memory and a clock of the test's.</summary>
internal sealed class TestReplica : IDisposable
{
    /// <summary>How long a test waits for what must happen.</summary>
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private TestReplica(ReliableStateManagerReplica manager, LogDouble log, ManualTimeProvider time) =>
        (Manager, Log, Time) = (manager, log, time);

    internal ReliableStateManagerReplica Manager { get; }

    internal LogDouble Log { get; }

    internal ManualTimeProvider Time { get; }

    internal static async Task<TestReplica> OpenAsync(
        ReplicaRole role = ReplicaRole.Primary, Action<IReliableStateManager>? prepare = null)
    {
        var time = new ManualTimeProvider();
        var manager = new ReliableStateManagerReplica(new ReliableStateManagerConfiguration(), time);
        prepare?.Invoke(manager);
        var partition = new PartitionDouble();
        await manager.OpenAsync(ReplicaOpenMode.New, partition, default);
        var replica = new TestReplica(manager, partition.Log!, time);
        replica.Become(role);
        return replica;
    }

    internal void Become(ReplicaRole role)
    {
        Log.Role = role;
        Log.ReadStatus = Log.WriteStatus = role == ReplicaRole.Primary
            ? PartitionAccessStatus.Granted
            : PartitionAccessStatus.NotPrimary;
    }

    /// <summary>
    /// Opens a secondary that gets what is committed from now on, and before that what was committed so far.
    /// </summary>
    internal async Task<TestReplica> AddSecondaryAsync(Action<IReliableStateManager>? prepare = null)
    {
        var secondary = await OpenAsync(ReplicaRole.ActiveSecondary, prepare);
        for (var i = 0; i < Log.Records.Count; i++)
            secondary.Log.Apply(i + 1, Log.Records[i], null);
        Log.Secondaries.Add(secondary.Log);
        return secondary;
    }

    internal Task<IReliableDictionary2<long, string>> DictionaryAsync(string name = "d") =>
        Manager.GetOrAddAsync<IReliableDictionary2<long, string>>(name);

    internal ITransaction Begin() => Manager.CreateTransaction();

    /// <summary>Writes a checkpoint as of now.</summary>
    internal async Task<MemoryStream> CheckpointAsync()
    {
        var stream = new MemoryStream();
        using var source = Log.Capture();
        await source.WriteAsync(stream, default);
        stream.Position = 0;
        return stream;
    }

    /// <summary>Restores a checkpoint; the log goes on from its LSN.</summary>
    internal async Task RestoreAsync(Stream checkpoint)
    {
        await ((IReplicatedState)Manager).RestoreAsync(checkpoint, default);
        while (Log.Records.Count < Manager.Context.Visibility.VisibleLsn)
            Log.Records.Add([]);
    }

    public void Dispose() => Manager.Dispose();
}
