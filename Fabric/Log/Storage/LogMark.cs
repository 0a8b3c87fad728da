using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>
/// Represents what the log has promised, kept apart from its segments: who it is, which segments must be there, and up
/// to which position records are durable. A log that has less when it is opened is corrupt, not short.
/// </summary>
/// <remarks>
/// The file: docs/formats/log-record.md. <see cref="Save"/> is durable and comes with a change of segments;
/// <see cref="Note"/> comes with each group and is two stores into mapped memory. After a power cut the noted position
/// may be an older one, which is still a lower bound.
/// </remarks>
internal sealed class LogMark : IDisposable
{
    internal const int FileBytes = 8192;
    private const int SecondSlot = 4096;
    private const int SlotBytes = 64;
    private const int Cell = 2048;                          // in each half of the file, in a sector of its own
    private const ulong Magic = 0x3130_4B52_414D_5053;      // "SPMARK01"
    private const ulong CellMagic = 0x4B4E_5543_0000_0000;  // high half of a cell's check
    private readonly ILogMark _file;
    private readonly Lock _saving = new();
    private long _generation;                               // guarded by _saving
    private int _nextSlot;                                  // guarded by _saving
    private int _nextCell;                                  // the writer of the group's own
    private long _firstSequence;
    private long _neededSequence;

    private LogMark(ILogMark file) => _file = file;

    internal Guid LogId { get; private init; }

    internal int SegmentBytes { get; private init; }

    /// <summary>Gets the oldest segment that must be there, unless nothing has been flushed in it.</summary>
    internal long FirstSequence => Volatile.Read(ref _firstSequence);

    /// <summary>
    /// Gets or sets the oldest segment that a start reads; it never goes back. What is set is durable with the next
    /// <see cref="Save"/>: until then a start reads more than it needs.
    /// </summary>
    internal long NeededSequence
    {
        get => Volatile.Read(ref _neededSequence);
        set => Volatile.Write(ref _neededSequence, Math.Max(value, _neededSequence));
    }

    /// <summary>Gets the position up to which the log was durable when it was opened.</summary>
    internal long FlushedPosition { get; private set; }

    /// <summary>Makes the mark of a log that has none. It is durable when this returns.</summary>
    internal static LogMark Create(
        ILogStorage storage, Guid logId, int segmentBytes, long firstSequence, long flushedPosition)
    {
        var content = new byte[FileBytes];
        WriteSlot(content, 1, logId, segmentBytes, firstSequence, flushedPosition, neededSequence: 0);
        content.AsSpan(0, SlotBytes).CopyTo(content.AsSpan(SecondSlot));
        return new LogMark(storage.CreateMark(content))
        {
            LogId = logId,
            SegmentBytes = segmentBytes,
            FlushedPosition = flushedPosition,
            _firstSequence = firstSequence,
            _generation = 1,
        };
    }

    /// <summary>Opens the mark of an existing log; null when there is none.</summary>
    /// <exception cref="LogCorruptedException">Its length is wrong, or both copies of what it says are broken.
    /// </exception>
    internal static LogMark? Open(ILogStorage storage)
    {
        if (storage.OpenMark() is not { } file)
            return null;
        try
        {
            return Read(file);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Notes that the log is durable up to here. One caller at a time.</summary>
    internal void Note(long flushedPosition)
    {
        // Two cells take turns: a process killed between the two stores leaves the other one.
        var cell = MemoryMarshal.Cast<byte, long>(_file.Bytes.Slice(_nextCell * SecondSlot + Cell, 16));
        Volatile.Write(ref cell[0], flushedPosition);
        Volatile.Write(ref cell[1], (long)CheckOf(flushedPosition, LogId));
        _nextCell ^= 1;
    }

    /// <summary>Says durably what the log has and holds. Any thread.</summary>
    /// <param name="firstSequence">As <see cref="FirstSequence"/>; it never goes back.</param>
    /// <param name="flushedPosition">The log is durable up to here.</param>
    /// <param name="toDevice">Whether to wait for the device.</param>
    internal void Save(long firstSequence, long flushedPosition, bool toDevice)
    {
        lock (_saving)
        {
            firstSequence = Math.Max(firstSequence, _firstSequence);
            _generation++;
            // The slot whose content is surely on the device stays unchanged until the other slot is on the device as
            // well. Then both say the same, so that one of them may rot.
            for (var copy = 0; copy < 2; copy++)
            {
                WriteSlot(
                    _file.Bytes.Slice((_nextSlot ^ copy) * SecondSlot, SlotBytes), _generation, LogId, SegmentBytes,
                    firstSequence, flushedPosition, NeededSequence);
                if (copy == 0 && toDevice)
                    _file.Flush();
            }
            _nextSlot ^= 1;
            Volatile.Write(ref _firstSequence, firstSequence);
        }
    }

    /// <summary>Closes the file.</summary>
    public void Dispose() => _file.Dispose();

    private static LogMark Read(ILogMark file)
    {
        if (file.Bytes.Length != FileBytes)
            throw Broken(file.Bytes.Length, $"{FileBytes} bytes were expected");
        var slot = -1;
        for (var i = 0; i < 2; i++)
        {
            if (IsValid(SlotAt(file, i)) && (slot < 0 || Generation(file, i) > Generation(file, slot)))
                slot = i;
        }
        if (slot < 0)
            throw Broken(0, "both of its copies are broken");
        var bytes = SlotAt(file, slot);
        var id = new Guid(bytes[40..56]);
        var flushed = BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]);
        var (newest, cell) = NewestCell(file, id);
        return new LogMark(file)
        {
            LogId = id,
            SegmentBytes = BinaryPrimitives.ReadInt32LittleEndian(bytes[12..]),
            FlushedPosition = Math.Max(flushed, newest),
            _firstSequence = BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
            _neededSequence = BinaryPrimitives.ReadInt64LittleEndian(bytes[56..]),
            _generation = Generation(file, slot),
            _nextSlot = slot ^ 1,
            _nextCell = cell ^ 1,
        };
    }

    // A cell that was never written is blank. At most one is torn when the process is killed.
    private static (long Position, int Cell) NewestCell(ILogMark file, Guid id)
    {
        var (newest, at, broken) = (0L, 1, 0);
        for (var i = 0; i < 2; i++)
        {
            var cell = file.Bytes.Slice(i * SecondSlot + Cell, 16);
            var position = BinaryPrimitives.ReadInt64LittleEndian(cell);
            if (BinaryPrimitives.ReadUInt64LittleEndian(cell[8..]) == CheckOf(position, id))
                (newest, at) = position > newest ? (position, i) : (newest, at);
            else if (cell.IndexOfAnyExcept((byte)0) >= 0)
                broken++;
        }
        return broken < 2 ? (newest, at) : throw Broken(Cell, "both notes of the flushed position are broken");
    }

    private static LogCorruptedException Broken(long offset, string problem) => new("mark", offset, problem);

    private static ReadOnlySpan<byte> SlotAt(ILogMark file, int slot) =>
        file.Bytes.Slice(slot * SecondSlot, SlotBytes);

    private static long Generation(ILogMark file, int slot) =>
        BinaryPrimitives.ReadInt64LittleEndian(SlotAt(file, slot)[16..]);

    private static bool IsValid(ReadOnlySpan<byte> slot) =>
        BinaryPrimitives.ReadUInt64LittleEndian(slot) == Magic
        && BinaryPrimitives.ReadUInt32LittleEndian(slot[8..]) == Crc32C.Compute(slot[12..]);

    private static void WriteSlot(
        Span<byte> target, long generation, Guid logId, int segmentBytes, long firstSequence, long flushedPosition,
        long neededSequence)
    {
        var slot = target[..SlotBytes];
        slot.Clear();
        BinaryPrimitives.WriteInt32LittleEndian(slot[12..], segmentBytes);
        BinaryPrimitives.WriteInt64LittleEndian(slot[16..], generation);
        BinaryPrimitives.WriteInt64LittleEndian(slot[24..], firstSequence);
        BinaryPrimitives.WriteInt64LittleEndian(slot[32..], flushedPosition);
        logId.TryWriteBytes(slot[40..]);
        BinaryPrimitives.WriteInt64LittleEndian(slot[56..], neededSequence);
        BinaryPrimitives.WriteUInt64LittleEndian(slot, Magic);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[8..], Crc32C.Compute(slot[12..]));
    }

    [SkipLocalsInit]
    private static ulong CheckOf(long position, Guid id)
    {
        Span<byte> bytes = stackalloc byte[24];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, position);
        id.TryWriteBytes(bytes[8..]);
        return CellMagic | Crc32C.Compute(bytes);
    }
}
