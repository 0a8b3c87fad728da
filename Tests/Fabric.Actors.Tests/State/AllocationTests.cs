using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Data.Collections;
using SfPerf.Fabric.ReliableState;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.State;

/// <summary>What a turn allocates on the primary. The log in memory completes on the calling thread.</summary>
public sealed class AllocationTests
{
#if DEBUG
    private const int ActorPartMax = 900; // state machines are objects there
#else
    private const int ActorPartMax = 500;
#endif
    private const int Turns = 2_000;
    private const int PayloadBytes = 128;

    [Fact]
    public async Task A_write_of_an_actor_allocates_little_more_than_one_of_a_dictionary()
    {
        var actor = await OfActorWritesAsync();
        var dictionary = await OfDictionaryWritesAsync();

        TestContext.Current.TestOutputHelper?.WriteLine($"Actor {actor} B, dictionary {dictionary} B a write.");
        Assert.InRange(actor - dictionary, 0, ActorPartMax);
    }

    [Fact]
    public async Task A_read_of_what_is_in_memory_allocates_nothing()
    {
        using var replica = await ActorReplica.OpenAsync();
        await replica.StoreAsync(new ActorId(1), ("data", new byte[PayloadBytes]));
        var states = replica.Activate();

        var bytes = await PerTurnAsync(() =>
        {
            Assert.True(states.GetStateAsync<byte[]>("data").IsCompletedSuccessfully);
            Assert.True(states.TryGetStateAsync<byte[]>("data").IsCompletedSuccessfully);
            return states.SaveStateAsync();
        });

        Assert.Equal(0, bytes);
    }

    private static async Task<long> OfActorWritesAsync()
    {
        using var replica = await ActorReplica.OpenAsync();
        var (states, payload) = (replica.Activate(), new byte[PayloadBytes]);
        return await PerTurnAsync(async () =>
        {
            await states.SetStateAsync("data", payload);
            await states.SaveStateAsync();
        });
    }

    private static async Task<long> OfDictionaryWritesAsync()
    {
        using var manager = new ReliableStateManagerReplica(new(), TimeProvider.System);
        var partition = new PartitionDouble();
        await manager.OpenAsync(System.Fabric.ReplicaOpenMode.New, partition, default);
        var dictionary = await manager.GetOrAddAsync<IReliableDictionary2<long, byte[]>>("d");
        var payload = new byte[PayloadBytes];
        return await PerTurnAsync(async () =>
        {
            using var transaction = manager.CreateTransaction();
            await dictionary.SetAsync(transaction, 1, payload);
            await transaction.CommitAsync();
        });
    }

    private static async Task<long> PerTurnAsync(Func<Task> turn)
    {
        // Enough for what is made once, and for the compiler's last word.
        for (var i = 0; i < Turns; i++)
            await turn();
        var least = long.MaxValue;
        for (var round = 0; round < 5; round++)
        {
            var start = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < Turns; i++)
            {
                var running = turn();
                Assert.True(running.IsCompleted); // all of it on this thread
                await running;
            }

            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - start);
        }

        return least / Turns;
    }
}
