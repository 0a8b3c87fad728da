using System;
using System.Net.Sockets;
using SfPerf.Platform.Admission;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// Describes what both ends of a connection must know. Immutable; one instance serves many connections.
/// </summary>
public sealed record ConnectionOptions
{
    /// <summary>Gets the number that names the protocol spoken in the frames; both ends must give the same.</summary>
    public required uint Protocol { get; init; }

    /// <summary>Gets the protocol's version; both ends must give the same.</summary>
    public ushort Version { get; init; } = 1;

    /// <summary>Gets the longest frame, in bytes, to send or to accept.</summary>
    /// <value>1 to 1 GiB; 64 MiB unless set. Decided from the length field, before anything is allocated for
    /// it.</value>
    public int FrameBytesMax
    {
        get;
        init => field = value is > 0 and <= 1 << 30
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "1 to 1 GiB.");
    } = 64 << 20;

    /// <summary>
    /// Gets how many bytes may wait to be sent. One frame of any allowed length fits into an empty queue.
    /// </summary>
    /// <value>More than zero; 16 MiB unless set.</value>
    public int SendQueueBytesMax
    {
        get;
        init => field = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "More than 0.");
    } = 16 << 20;

    /// <summary>Gets the longest time from connect to the end of the handshake.</summary>
    /// <value>More than zero; 5 s unless set.</value>
    public TimeSpan HandshakeTimeout
    {
        get;
        init => field = value > TimeSpan.Zero
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "More than zero.");
    } = TimeSpan.FromSeconds(5);

    /// <summary>Gets how many connections a listener keeps at once; more are closed at once.</summary>
    /// <value>More than zero; 1024 unless set.</value>
    public int ConnectionsMax
    {
        get;
        init => field = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), value, "More than 0.");
    } = 1024;

    /// <summary>
    /// Gets whether frames sent from other threads than the receive thread leave through a queued work item, behind the
    /// work already queued to the thread pool. Replies completed in a burst then leave together; a lone one waits a
    /// thread switch longer. Frames that a receive thread sends inside a handler's call, on whichever connection, leave
    /// when it has handed over all that its read brought. Otherwise the sender's own thread writes to the socket.
    /// </summary>
    public bool DeferSends { get; init; }

    /// <summary>Gets who may connect to a listener.</summary>
    /// <value>The policy that the process was started with, unless set.</value>
    public AdmissionPolicy Admission { get; init; } = AdmissionPolicy.OfProcess;

    /// <summary>Gets what to show a listener that does not know this process by its user.</summary>
    /// <value>The process's own token, or null.</value>
    public string? Token { get; init; } = AdmissionPolicy.OwnToken;

    /// <summary>
    /// Gets the secret that both ends must know; null where membership of the cluster is not asked for. It never
    /// travels: each end proves that it knows it.
    /// </summary>
    public ReadOnlyMemory<byte>? ClusterSecret { get; init; }

    /// <summary>Gets the clock that measures the handshake.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gets whom a receive thread shares the right with to look for bytes before it sleeps.</summary>
    internal PollingScope Polling { get; init; } = PollingScope.OfProcess;

    internal const string NotAdmitted =
        "this user may not connect; the cluster was started by another one, see --allow-user and --token";

    internal void Prepare(Socket socket)
    {
        socket.NoDelay = true;
        socket.Blocking = true;
    }
}
