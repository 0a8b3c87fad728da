using System.Collections.Concurrent;

namespace SfPerf.ServiceModel.Threading;

/// <summary>Objects that are dear to make, kept for the next user. Any number of threads may take and return.</summary>
internal sealed class ObjectPool<T>(Func<T> make)
    where T : class
{
    private const int KeptMax = 64;

    private readonly ConcurrentQueue<T> _kept = [];

    internal T Take() => _kept.TryDequeue(out var one) ? one : make();

    internal void Return(T one)
    {
        if (_kept.Count < KeptMax)
            _kept.Enqueue(one);
    }
}
