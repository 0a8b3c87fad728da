using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;

namespace SfPerf.ChaosStore;

/// <summary>The reliable collections of a partition.</summary>
internal sealed record Collections(
    IReliableDictionary<long, long> Registers,
    IReliableDictionary<long, long> EvenAccounts,
    IReliableDictionary<long, long> OddAccounts,
    IReliableDictionary<long, long> Transfers,
    IReliableDictionary<long, long> Receipts,
    IReliableQueue<long> Queue,
    IReliableConcurrentQueue<long> ConcurrentQueue)
{
    /// <summary>Finds them, or makes them.</summary>
    public static async Task<Collections> OpenAsync(IReliableStateManager state) => new(
        await state.GetOrAddAsync<IReliableDictionary<long, long>>("registers").ConfigureAwait(false),
        await state.GetOrAddAsync<IReliableDictionary<long, long>>("accounts-even").ConfigureAwait(false),
        await state.GetOrAddAsync<IReliableDictionary<long, long>>("accounts-odd").ConfigureAwait(false),
        await state.GetOrAddAsync<IReliableDictionary<long, long>>("transfers").ConfigureAwait(false),
        await state.GetOrAddAsync<IReliableDictionary<long, long>>("receipts").ConfigureAwait(false),
        await state.GetOrAddAsync<IReliableQueue<long>>("queue").ConfigureAwait(false),
        await state.GetOrAddAsync<IReliableConcurrentQueue<long>>("concurrent-queue").ConfigureAwait(false));

    /// <summary>Returns the dictionary of an account.</summary>
    public IReliableDictionary<long, long> Accounts(long account) => account % 2 == 0 ? EvenAccounts : OddAccounts;
}
