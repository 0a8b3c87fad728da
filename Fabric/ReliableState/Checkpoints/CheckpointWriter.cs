using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Serialization;

namespace SfPerf.Fabric.ReliableState.Checkpoints;

/// <summary>Gathers what is written and hands it to the stream in large pieces.</summary>
internal sealed class CheckpointWriter(Stream stream)
{
    private const int PieceBytes = 48 * 1024;

    /// <summary>Gets the buffer to write to; call <see cref="FlushIfFullAsync"/> after every item.</summary>
    internal ByteWriter Buffer { get; } = new();

    /// <summary>Gets what is left out: items that were set after this LSN.</summary>
    internal long SinceLsn { get; init; } = long.MaxValue;

    /// <summary>Gets or sets the number of items left out.</summary>
    internal long LeftOutCount { get; set; }

    /// <summary>Gets or sets the number of items written.</summary>
    internal long ItemCount { get; set; }

    internal ValueTask FlushIfFullAsync(CancellationToken token) =>
        Buffer.Length < PieceBytes ? default : FlushAsync(token);

    internal async ValueTask FlushAsync(CancellationToken token)
    {
        await stream.WriteAsync(Buffer.WrittenMemory, token).ConfigureAwait(false);
        Buffer.Reset();
    }
}
