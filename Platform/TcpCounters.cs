using System;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>
/// Describes what the kernel counted on one TCP connection (Linux: TCP_INFO). Segments without data are not counted.
/// </summary>
/// <param name="BytesSent">The bytes of data sent; those sent again count once.</param>
/// <param name="SegmentsSent">The segments with data sent; those sent again count once.</param>
/// <param name="SegmentsSentAgain">The segments that were sent again.</param>
/// <param name="SegmentsReceived">The segments with data received; those that came twice count twice.</param>
public readonly record struct TcpCounters(
    long BytesSent, long SegmentsSent, long SegmentsSentAgain, long SegmentsReceived)
{
    private const int TcpLevel = 6;             // IPPROTO_TCP
    private const int InfoOption = 11;          // TCP_INFO
    private const int SegmentsAgainOffset = 100;  // tcpi_total_retrans
    private const int SegmentsInOffset = 152;   // tcpi_data_segs_in
    private const int SegmentsOutOffset = 156;  // tcpi_data_segs_out
    private const int BytesSentOffset = 200;    // tcpi_bytes_sent, since Linux 4.19
    private const int BytesAgainOffset = 208;   // tcpi_bytes_retrans
    private const int InfoBytes = 256;

    /// <summary>Reads the counters of a connected socket.</summary>
    /// <returns>Null where the system has no such counters or the kernel is too old for them.</returns>
    /// <exception cref="SocketException">The socket is not connected any more.</exception>
    public static TcpCounters? Read(Socket socket)
    {
        ArgumentNullException.ThrowIfNull(socket);
        if (!OperatingSystem.IsLinux())
            return null;
        Span<byte> info = stackalloc byte[InfoBytes];
        var length = socket.GetRawSocketOption(TcpLevel, InfoOption, info);
        if (length < BytesAgainOffset + sizeof(long))
            return null;
        long again = MemoryMarshal.Read<uint>(info[SegmentsAgainOffset..]);
        return new TcpCounters(
            MemoryMarshal.Read<long>(info[BytesSentOffset..]) - MemoryMarshal.Read<long>(info[BytesAgainOffset..]),
            MemoryMarshal.Read<uint>(info[SegmentsOutOffset..]) - again, again,
            MemoryMarshal.Read<uint>(info[SegmentsInOffset..]));
    }
}
