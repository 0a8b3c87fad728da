using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.IO.Pipes;
using System.Linq;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Machine.Runtime;

/// <summary>The socket or pipe on which a .NET process takes requests of diagnostic tools (the runtime's IPC protocol,
/// version 1).</summary>
internal static class DiagnosticsPort
{
    private const int HeaderBytes = 20;
    private const int SizeOffset = 14;
    private const int SetOffset = 16;
    private const byte EventPipeSet = 0x02;
    private const byte CollectTracing2 = 0x03;
    private const byte ServerSet = 0xFF;
    private const byte OkAnswer = 0x00;
    private const uint NetTraceFormat = 1;
    private const uint BufferMebibytes = 1;
    private const uint InformationalLevel = 4;
    private const string CountersProvider = "System.Runtime";
    private const string MetersProvider = "System.Diagnostics.Metrics";
    private const ulong ValuesKeyword = 2;
    private const int SeriesMax = 1000;
    private static readonly byte[] Magic = Encoding.ASCII.GetBytes("DOTNET_IPC_V1\0");
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(5);

    internal static bool IsRefusal(Exception e) =>
        e is IOException or SocketException or UnauthorizedAccessException or TimeoutException;

    /// <summary>Asks for the runtime's counters and for instruments of meters, one value a second.</summary>
    /// <param name="processId">The process.</param>
    /// <param name="instruments">Each as METER\INSTRUMENT; none if there are none.</param>
    /// <param name="session">Tells the values of these instruments from those that somebody else asks for.</param>
    /// <param name="token">Ends the wait.</param>
    /// <returns>The stream of events; null when the process has no such port.</returns>
    internal static async Task<Stream?> CollectAsync(
        int processId, IReadOnlyList<string> instruments, string session, CancellationToken token)
    {
        if (await OpenAsync(processId, token).ConfigureAwait(false) is not { } port)
            return null;
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
            limit.CancelAfter(AnswerTimeout);
            await port.WriteAsync(Request(Providers(instruments, session)), limit.Token).ConfigureAwait(false);
            var answer = new byte[HeaderBytes + sizeof(ulong)];
            await port.ReadExactlyAsync(answer, limit.Token).ConfigureAwait(false);
            return answer.AsSpan(0, Magic.Length).SequenceEqual(Magic) && answer[SetOffset] == ServerSet
                && answer[SetOffset + 1] == OkAnswer
                ? port : throw new IOException($"Process {processId} refused to publish its counters.");
        }
        catch (Exception e)
        {
            await port.DisposeAsync().ConfigureAwait(false);
            if (e is OperationCanceledException && !token.IsCancellationRequested)
                throw new TimeoutException($"Process {processId} did not answer on its diagnostics port.", e);
            throw;
        }
    }

    private static async Task<Stream?> OpenAsync(int processId, CancellationToken token)
    {
        var name = $"dotnet-diagnostic-{processId.ToString(CultureInfo.InvariantCulture)}";
        if (OperatingSystem.IsWindows())
        {
            var pipe = new NamedPipeClientStream(".", name, PipeDirection.InOut, PipeOptions.Asynchronous);
            await pipe.ConnectAsync(AnswerTimeout, token).ConfigureAwait(false);
            return pipe;
        }
        // The newest: a process that was killed leaves its socket behind, and its id may be another's by now.
        var path = new DirectoryInfo(Path.GetTempPath()).EnumerateFiles($"{name}-*-socket")
            .MaxBy(f => f.LastWriteTimeUtc)?.FullName;
        if (path is null)
            return null;
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), token).ConfigureAwait(false);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static List<(string Name, ulong Keywords, string Arguments)> Providers(
        IReadOnlyList<string> instruments, string session)
    {
        var providers = new List<(string, ulong, string)> { (CountersProvider, 0, "EventCounterIntervalSec=1") };
        if (instruments.Count > 0)
        {
            providers.Add((MetersProvider, ValuesKeyword,
                $"SessionId={session};Metrics={string.Join(',', instruments)};RefreshInterval=1;"
                + $"MaxTimeSeries={SeriesMax};MaxHistograms={SeriesMax}"));
        }

        return providers;
    }

    private static byte[] Request(List<(string Name, ulong Keywords, string Arguments)> providers)
    {
        using var request = new MemoryStream();
        using var writer = new BinaryWriter(request, Encoding.Unicode);
        writer.Write(Magic);
        writer.Write((ushort)0);
        writer.Write(EventPipeSet);
        writer.Write(CollectTracing2);
        writer.Write((ushort)0);
        writer.Write(BufferMebibytes);
        writer.Write(NetTraceFormat);
        writer.Write(false);
        writer.Write((uint)providers.Count);
        foreach (var (name, keywords, arguments) in providers)
        {
            writer.Write(keywords);
            writer.Write(InformationalLevel);
            foreach (var text in new[] { name, arguments })
            {
                writer.Write((uint)text.Length + 1);
                writer.Write((text + '\0').ToCharArray());
            }
        }

        var bytes = request.ToArray();
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(SizeOffset), (ushort)bytes.Length);
        return bytes;
    }
}
