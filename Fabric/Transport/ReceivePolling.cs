using System;
using System.Net.Sockets;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// Looks for the next bytes of a connection again and again, for a moment, before its receive thread sleeps. Where two
/// processes do nothing but talk to each other, to put a thread to sleep and wake it on another core takes longer than
/// the answer. Belongs to the connection's receive thread.
/// </summary>
/// <remarks>
/// Nobody who has work for the core loses it: it is offered after every look, and once somebody has taken it, the
/// process does not look for a while. Looks that find nothing make the next ones rare.
/// </remarks>
internal sealed class ReceivePolling(PollingScope scope)
{
    private const int InARowLeast = 8;
    private const int CreditMax = 8;
    private const int SkipsLeast = 16;
    private const int SkipsMost = 1024;

    // As long as the other side may take for 16 short calls.
    private static readonly TimeSpan LooksFor = TimeSpan.FromMicroseconds(80);
    private int _inARow;
    private int _credit = 1;
    private int _skip;
    private int _skips = SkipsLeast;

    /// <summary>Takes what comes within the moment.</summary>
    /// <param name="socket">The connection's.</param>
    /// <param name="target">Where the bytes go.</param>
    /// <param name="received">How many there were; 0 at the end of the connection.</param>
    /// <param name="error">What the connection broke with.</param>
    /// <returns>False: nothing came, or this is not the time to look.</returns>
    internal bool TryReceive(Socket socket, Span<byte> target, out int received, out SocketError error)
    {
        (received, error) = (0, SocketError.WouldBlock);
        if (_inARow < InARowLeast)
            return false;
        if (_skip > 0)
        {
            _skip--;
            return false;
        }
        if (!scope.TryBegin(this))
            return false;
        try
        {
            error = Look(socket, target, out received);
        }
        finally
        {
            scope.End();
        }
        return error != SocketError.WouldBlock;
    }

    /// <summary>Follows every receive, however the bytes came.</summary>
    internal void Received()
    {
        if (!scope.IsLast(this))
            _inARow = 0;
        else if (_inARow < InARowLeast)
            _inARow++;
    }

    private SocketError Look(Socket socket, Span<byte> target, out int received)
    {
        var begin = scope.Time.GetTimestamp();
        for (var now = begin; scope.Time.GetElapsedTime(begin, now) < LooksFor && scope.IsTalkingTo(this);)
        {
            var error = UnixSocket.TryReceive(socket, target, out received);
            if (error != SocketError.WouldBlock)
            {
                scope.Found++;
                _credit = Math.Min(_credit + 1, CreditMax);
                _skips = SkipsLeast;
                return error;
            }
            var before = scope.Time.GetTimestamp();
            Thread.Yield();
            now = scope.Time.GetTimestamp();
            if (scope.Time.GetElapsedTime(before, now) <= scope.IsTakenAfter)
                continue;
            scope.Pause();
            return SocketError.WouldBlock;
        }
        received = 0;
        _credit -= 2;
        if (_credit <= 0)
        {
            (_skip, _credit) = (_skips, 1);
            _skips = Math.Min(_skips * 2, SkipsMost);
        }
        return SocketError.WouldBlock;
    }
}

/// <summary>
/// What the receive threads of a process know of each other: only one looks for more bytes at a time, and only while
/// all that the process receives comes on its connection. Any thread.
/// </summary>
internal sealed class PollingScope(bool isOn, TimeProvider time)
{
    private const string Setting = "SfPerf.Fabric.Transport.LookBeforeSleep";
    private const int FoundForShortPause = 16;
    private static readonly TimeSpan PauseLeast = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan PauseMost = TimeSpan.FromMilliseconds(100);
    private readonly long _begin = time.GetTimestamp();
    private ReceivePolling? _last;
    private ReceivePolling? _looking;
    private long _notBefore;                            // ticks of a TimeSpan since _begin
    private TimeSpan _pause = PauseLeast;               // this and the next: the one who looks
    private long _foundAtPause;

    /// <summary>Gets the scope of this process. With one core there is nobody to wait for while one looks; other
    /// systems than Linux were not measured.</summary>
    internal static PollingScope OfProcess { get; } = new(
        OperatingSystem.IsLinux() && Environment.ProcessorCount > 1
            && (!AppContext.TryGetSwitch(Setting, out var on) || on),
        TimeProvider.System);

    internal TimeProvider Time => time;

    /// <summary>Gets how long an offered core may be away: one that nobody wants is back sooner.</summary>
    internal TimeSpan IsTakenAfter { get; init; } = TimeSpan.FromMicroseconds(5);

    /// <summary>Gets or sets how many looks have found bytes. Written by the one who looks.</summary>
    internal long Found { get; set; }

    /// <summary>Tells whether the process's last receive was on this connection, too, and makes it so.</summary>
    internal bool IsLast(ReceivePolling connection)
    {
        if (IsTalkingTo(connection))
            return true;
        Volatile.Write(ref _last, connection);
        return false;
    }

    internal bool IsTalkingTo(ReceivePolling connection) => ReferenceEquals(Volatile.Read(ref _last), connection);

    internal bool TryBegin(ReceivePolling connection) => isOn && IsTalkingTo(connection)
        && time.GetElapsedTime(_begin).Ticks >= Volatile.Read(ref _notBefore)
        && Interlocked.CompareExchange(ref _looking, connection, null) is null;

    internal void End() => Volatile.Write(ref _looking, null);

    /// <summary>Keeps the process from looking for a while: the longer, the less it has found since the last time.
    /// </summary>
    internal void Pause()
    {
        _pause = Found - _foundAtPause >= FoundForShortPause ? PauseLeast
            : _pause < PauseMost / 2 ? _pause * 2 : PauseMost;
        _foundAtPause = Found;
        Volatile.Write(ref _notBefore, (time.GetElapsedTime(_begin) + _pause).Ticks);
    }
}
