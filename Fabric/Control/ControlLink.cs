using System;
using System.Net;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Transport;
using SfPerf.Platform.Admission;

namespace SfPerf.Fabric.Control;

/// <summary>
/// Represents one end of a control connection. Messages and the end are handed over on the connection's own thread.
/// </summary>
internal sealed class ControlLink : IFrameHandler
{
    private readonly Action<ControlLink, ControlMessage> _received;
    private readonly Action<ControlLink, string> _closed;

    /// <param name="received">Called for each message, in order, on the connection's thread; must not block for
    /// long.</param>
    /// <param name="closed">Called once, last, with the reason.</param>
    internal ControlLink(Action<ControlLink, ControlMessage> received, Action<ControlLink, string> closed) =>
        (_received, _closed) = (received, closed);

    /// <summary>Gets the connection, once there is one.</summary>
    internal Connection? Connection { get; set; }

    /// <summary>Gets or sets what the owner knows the peer by.</summary>
    internal object? Owner { get; set; }

    /// <summary>Gets the options of a link between processes that know the cluster's secret.</summary>
    internal static ConnectionOptions Options(string secret) => new()
    {
        Protocol = 0x4C525443, // "CTRL"
        Version = 3,
        FrameBytesMax = 8 << 20,
        ConnectionsMax = 256,
        Admission = AdmissionPolicy.OwnUser,
        ClusterSecret = Encoding.UTF8.GetBytes(secret),
    };

    internal static async Task<ControlLink> ConnectAsync(
        string address, string secret, Action<ControlLink, ControlMessage> received,
        Action<ControlLink, string> closed, CancellationToken cancellationToken)
    {
        var link = new ControlLink(received, closed);
        link.Connection = await Connection.ConnectAsync(
            IPEndPoint.Parse(address), Options(secret), link, cancellationToken).ConfigureAwait(false);
        return link;
    }

    /// <summary>
    /// Sends a message; any thread. A closed link or a full queue loses it: the end of the link is told anyway.
    /// </summary>
    internal void Send(ControlMessage message)
    {
        var (kind, json) = ControlFrame.Write(message);
        if (Connection?.TrySend([kind], json) == SendResult.Full)
            Connection.Close("the peer does not read");
    }

    void IFrameHandler.OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        Connection ??= connection;
        _received(this, ControlFrame.Read(frame.Span));
    }

    void IFrameHandler.OnFramesEnd(Connection connection)
    {
    }

    void IFrameHandler.OnClosed(Connection connection, ConnectionClosedException reason) =>
        _closed(this, reason.Message);
}
