using System;
using System.Collections.Concurrent;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Transport.Tests;

internal sealed class RecordingHandler(Action<Connection, ReadOnlyMemory<byte>>? onFrame = null) : IFrameHandler
{
    internal ConcurrentQueue<byte[]> Frames { get; } = new();

    internal TaskCompletionSource<ConnectionClosedException> Closed { get; } =
        new(TaskCreationOptions.RunContinuationsAsynchronously);

    public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        if (onFrame is null)
            Frames.Enqueue(frame.ToArray());
        else
            onFrame(connection, frame);
    }

    public void OnFramesEnd(Connection connection)
    {
    }

    public void OnClosed(Connection connection, ConnectionClosedException reason) => Closed.TrySetResult(reason);
}
