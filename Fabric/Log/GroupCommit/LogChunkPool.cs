using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.Log.GroupCommit;

internal sealed class LogChunkPool
{
    private const int KeptMax = 64; // 16 MiB: the window of a busy log, not a hoard
    private readonly Lock _gate = new();
    private readonly Stack<LogChunk> _kept = new(); // guarded by _gate

    internal LogChunk Take(int bytes)
    {
        if (bytes <= LogChunk.Bytes)
        {
            lock (_gate)
            {
                if (_kept.TryPop(out var chunk))
                {
                    chunk.Reuse();
                    return chunk;
                }
            }
        }
        return new LogChunk(this, bytes);
    }

    internal void Return(LogChunk chunk)
    {
        lock (_gate)
        {
            if (_kept.Count < KeptMax)
                _kept.Push(chunk);
        }
    }
}
