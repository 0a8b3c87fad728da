using System;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// Takes what a connection receives. All calls come from the connection's own receive thread, in order.
/// </summary>
/// <remarks>
/// Blocking in a call is back-pressure: nothing more is read meanwhile, and the peer's queue fills. An exception that
/// leaves a call closes the connection with it as the reason. Frames that the receive thread itself sends inside
/// <see cref="OnFrame"/> leave together after <see cref="OnFramesEnd"/>.
/// </remarks>
public interface IFrameHandler
{
    /// <summary>Takes one frame.</summary>
    /// <param name="connection">The connection that received it.</param>
    /// <param name="frame">Valid during the call only: the buffer is used again afterwards.</param>
    void OnFrame(Connection connection, ReadOnlyMemory<byte> frame);

    /// <summary>
    /// Follows the last whole frame of what one read brought: the place for work that is better done in batches.
    /// </summary>
    void OnFramesEnd(Connection connection);

    /// <summary>The last call, exactly once, if the handshake had succeeded.</summary>
    /// <param name="connection">The connection, closed.</param>
    /// <param name="reason">Why it ended: the peer's own words where it sent some.</param>
    void OnClosed(Connection connection, ConnectionClosedException reason);
}
