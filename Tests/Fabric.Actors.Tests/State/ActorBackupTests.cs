using System;
using System.IO;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.ReliableState.Tests.Replicated;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.State;

/// <summary>Backups of an actor service's partition, with real logs and disks.</summary>
[Collection(nameof(AloneCollection))]
public sealed class ActorBackupTests : IDisposable
{
    private static readonly ActorId Id = new("a");
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-actor-backups-").FullName;

    [Fact]
    [Trait("ActorCase", "51")]
    public async Task A_restored_backup_has_the_states_and_the_reminders_and_that_the_actor_exists()
    {
        await using (var source = await StartAsync())
        {
            var provider = ProviderOf(source.Primary);
            await provider.SaveStateAsync(Id, [new("s", typeof(string), "kept", StateChangeKind.Add)]);
            await provider.SaveReminderAsync(Id, Reminder.Once("r", [7]));
            await provider.BackupAsync((info, _) =>
            {
                Copy(info.Directory, _folder);
                return Task.FromResult(true);
            });
            await provider.SaveStateAsync(Id, [new("s", typeof(string), "later", StateChangeKind.Update)]);
        }

        await using var target = await StartAsync();
        var restored = ProviderOf(target.Replicas[2]);
        await ProviderOf(target.Primary).ActorActivatedAsync(new("other"));
        Assert.True(await target.LoseDataAsync(
            2, _ => restored.RestoreAsync(_folder, RestorePolicy.Force, default)));
        await target.AllAppliedAsync();

        Assert.Equal("kept", await restored.LoadStateAsync<string>(Id, "s"));
        Assert.Equal([Id], (await restored.GetActorsAsync(10, null, default)).Items);
        var reminder = Assert.Single((await restored.LoadRemindersAsync())[Id]);
        Assert.Equal("r", reminder.Name);
        Assert.Equal([7], reminder.State);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static Task<RealPartition> StartAsync() =>
        RealPartition.StartAsync(manager => manager.TryAddStateSerializer(new RowKey.Serializer()));

    private static IActorStateProvider ProviderOf(RealReplica replica)
    {
        var provider = new ReliableCollectionsActorStateProvider(new RowStateProvider(
            (_, _) => replica.Manager,
            manager => new ReliableRowStore(manager, TimeProvider.System),
            TimeProvider.System));
        ((IActorStateProvider)provider).Initialize((System.Fabric.StatefulServiceInitializationParameters)null!);
        return provider;
    }

    private static void Copy(string source, string target)
    {
        foreach (var file in Directory.GetFiles(source, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(target, Path.GetRelativePath(source, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }
}
