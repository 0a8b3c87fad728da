using System;
using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Threading;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Platform.Admission;

/// <summary>
/// Asks the Linux kernel for one TCP socket by its two addresses (netlink, NETLINK_SOCK_DIAG, inet_diag_req_v2): about
/// 5 us, however many sockets there are. One netlink socket serves the process.
/// </summary>
internal sealed partial class SocketDiagnostics : IDisposable
{
    private const int HeaderBytes = 16;         // nlmsghdr
    private const int RequestBytes = HeaderBytes + 8 + AddressesBytes;
    private const int AddressesBytes = 48;      // inet_diag_sockid
    private const int AnswerBytes = HeaderBytes + 4 + AddressesBytes + 20;
    private const int IdOffset = HeaderBytes + 4;
    private const int UserOffset = IdOffset + AddressesBytes + 12;
    private const int InodeOffset = UserOffset + 4;
    private const ushort ErrorType = 2;         // NLMSG_ERROR
    private const ushort ByFamily = 20;         // SOCK_DIAG_BY_FAMILY
    private const ushort RequestFlag = 1;       // NLM_F_REQUEST
    private const int NetlinkFamily = 16;
    private const int RawCloseOnExec = 3 | 0x80000;
    private const int DiagnosticsProtocol = 4;  // NETLINK_SOCK_DIAG
    private const int DoNotWait = 0x40;
    private const int Interrupted = 4;
    private const int NoEntry = 2;

    private readonly Lock _gate = new();
    private SafeFileHandle? _netlink;           // guarded by _gate
    private uint _sequence;                     // guarded by _gate
    private bool _refused;                      // guarded by _gate: the system has no such thing
    private bool _works;                        // guarded by _gate: it has found a socket before

    internal static SocketDiagnostics Shared { get; } = new();

    public void Dispose()
    {
        lock (_gate)
            Reset();
    }

    /// <summary>
    /// Looks for the socket at <paramref name="peer"/> that is connected to <paramref name="local"/>.
    /// </summary>
    /// <param name="peer">Its own address.</param>
    /// <param name="local">Where it is connected to.</param>
    /// <param name="owner">Its user; null when there is no such socket or no process holds it.</param>
    /// <returns>False when the kernel does not answer: nothing is known then.</returns>
    internal bool TryFind(IPEndPoint peer, IPEndPoint local, out uint? owner)
    {
        owner = null;
        Span<byte> answer = stackalloc byte[1024];
        lock (_gate)
        {
            if (_refused || !TryAsk(peer, local, answer, out var length))
                return false;
            // "No such socket" is also what a kernel without the module says: believed once it has found one.
            if (IsAbsent(answer[..length]))
                return _works;
            if (MemoryMarshal.Read<ushort>(answer[4..]) != ByFamily || length < AnswerBytes)
                return false;
            _works = true;
        }
        owner = IsConnection(answer, peer, local) ? MemoryMarshal.Read<uint>(answer[UserOffset..]) : null;
        return true;
    }

    private static bool IsAbsent(ReadOnlySpan<byte> answer) => MemoryMarshal.Read<ushort>(answer[4..]) == ErrorType
        && answer.Length >= HeaderBytes + sizeof(int) && MemoryMarshal.Read<int>(answer[HeaderBytes..]) == -NoEntry;

    // The kernel may offer a listener of the same port, or what is left of a closed socket: neither is the peer.
    private static bool IsConnection(ReadOnlySpan<byte> answer, IPEndPoint peer, IPEndPoint local)
    {
        var id = answer[IdOffset..];
        return IsHeld(answer[HeaderBytes + 1]) && MemoryMarshal.Read<uint>(answer[InodeOffset..]) != 0
            && BinaryPrimitives.ReadUInt16BigEndian(id) == peer.Port
            && BinaryPrimitives.ReadUInt16BigEndian(id[2..]) == local.Port
            && Address(id[4..], answer[HeaderBytes]).Equals(peer.Address)
            && Address(id[20..], answer[HeaderBytes]).Equals(local.Address);
    }

    /// <summary>
    /// Gets whether a state is one of a connection that a process holds: established, or closed in one direction.
    /// </summary>
    internal static bool IsHeld(int state) => state is 1 or 4 or 5 or 8;

    private static IPAddress Address(ReadOnlySpan<byte> bytes, byte family)
    {
        if (family == (byte)AddressFamily.InterNetwork)
            return new(bytes[..4]);
        var address = new IPAddress(bytes[..16]);
        return address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
    }

    private bool TryAsk(IPEndPoint peer, IPEndPoint local, Span<byte> answer, out int length)
    {
        length = 0;
        if (!TryOpen())
            return false;
        Span<byte> request = stackalloc byte[RequestBytes];
        Write(request, peer, local, ++_sequence);
        if (Checked(Send(_netlink!, request, request.Length, 0)) != request.Length)
            return Reset();
        do
        {
            // The kernel answers inside the send: what is not here now will not come.
            length = Checked(Receive(_netlink!, answer, answer.Length, DoNotWait));
            if (length < HeaderBytes)
                return Reset();
        }
        while (MemoryMarshal.Read<uint>(answer[8..]) != _sequence);
        return true;
    }

    private bool TryOpen()
    {
        if (_netlink is not null)
            return true;
        var descriptor = OpenSocket(NetlinkFamily, RawCloseOnExec, DiagnosticsProtocol);
        if (descriptor >= 0)
        {
            _netlink = new(descriptor, ownsHandle: true);
            return true;
        }
        // Out of descriptors passes; a system that does not know netlink or forbids it stays as it is.
        _refused = Marshal.GetLastPInvokeError() is 1 or 13 or 22 or 93 or 97;
        return false;
    }

    private bool Reset()
    {
        _netlink?.Dispose();
        _netlink = null;
        return false;
    }

    private static int Checked(nint result) =>
        result >= 0 ? (int)result : Marshal.GetLastPInvokeError() == Interrupted ? 0 : -1;

    private static void Write(Span<byte> request, IPEndPoint peer, IPEndPoint local, uint sequence)
    {
        request.Clear();
        MemoryMarshal.Write(request, (uint)RequestBytes);
        MemoryMarshal.Write(request[4..], ByFamily);
        MemoryMarshal.Write(request[6..], RequestFlag);
        MemoryMarshal.Write(request[8..], sequence);
        var body = request[HeaderBytes..];
        body[0] = peer.AddressFamily == AddressFamily.InterNetwork ? (byte)2 : (byte)10;
        body[1] = (byte)ProtocolType.Tcp;
        MemoryMarshal.Write(body[4..], uint.MaxValue);
        var id = body[8..];
        BinaryPrimitives.WriteUInt16BigEndian(id, (ushort)peer.Port);
        BinaryPrimitives.WriteUInt16BigEndian(id[2..], (ushort)local.Port);
        peer.Address.TryWriteBytes(id[4..], out _);
        local.Address.TryWriteBytes(id[20..], out _);
        id[40..48].Fill(0xff);                  // INET_DIAG_NOCOOKIE
    }

    [LibraryImport("libc", EntryPoint = "socket", SetLastError = true)]
    private static partial int OpenSocket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    private static partial nint Send(SafeFileHandle socket, ReadOnlySpan<byte> bytes, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static partial nint Receive(SafeFileHandle socket, Span<byte> bytes, nint length, int flags);
}
