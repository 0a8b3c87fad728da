using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting;

namespace SfPerf.ServiceContracts;

/// <summary>The queues that are measured: those of a run are its own. A call that is repeated enqueues or dequeues once
/// more, so callers that verify the items let no call be repeated.</summary>
public interface ISfQueue : IService
{
    /// <summary>Makes a queue, unless it exists.</summary>
    /// <param name="queue">Its number, which the caller chooses.</param>
    /// <param name="concurrent">Whether it is an IReliableConcurrentQueue rather than an IReliableQueue.</param>
    Task CreateQueueAsync(long queue, bool concurrent);

    /// <summary>Removes a queue with all that it holds; an unknown one is no error.</summary>
    /// <param name="queue">Its number.</param>
    Task RemoveQueueAsync(long queue);

    /// <summary>Enqueues in a transaction of its own; when the task ends, a quorum has the item on disk.</summary>
    /// <param name="queue">A queue that was made.</param>
    /// <param name="data">The item; kept, so the caller must not change it afterwards.</param>
    Task EnqueueAsync(long queue, byte[] data);

    /// <summary>Dequeues in a transaction of its own; when the task ends, a quorum knows on disk that the item is
    /// gone.</summary>
    /// <param name="queue">A queue that was made.</param>
    /// <returns>The item; null when the queue is empty.</returns>
    Task<byte[]?> DequeueAsync(long queue);
}
