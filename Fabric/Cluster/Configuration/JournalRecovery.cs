using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Text.Json;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>
/// Reads the journal from its two copies: what one has lost, the other one gives. Decides only; writes nothing.
/// </summary>
/// <remarks>
/// A record is appended and flushed to the first copy, then to the second one, then acknowledged. So an acknowledged
/// record is whole in both, and a record that is whole in neither was never acknowledged exactly when the second copy
/// ends before it: then the bytes in the first one are a torn tail. All else is damage.
/// </remarks>
internal sealed class JournalRecovery
{
    private readonly JournalCopy _first;
    private readonly JournalCopy _second;
    private readonly List<string> _repairs = [];

    internal JournalRecovery(JournalCopy first, JournalCopy second)
    {
        (_first, _second) = (first, second);
        if (!first.Exists && !second.Exists)
            Lost = $"Neither '{first.Path}' nor '{second.Path}' exists.";
        else if (!second.Exists && first.Length > 0 && !first.HasHeader)
            TakeFirstFormat();
        else if (first.HasHeader && second.HasHeader && first.Generation != second.Generation)
            TakeOneOfTwoGenerations();
        else
            Merge();
        if (Lost is not null)
            Records.Clear();
    }

    /// <summary>Gets the configurations; empty when they are lost.</summary>
    internal Dictionary<Guid, PartitionConfiguration> Records { get; } = [];

    /// <summary>Gets why no configuration can be trusted, or null: nothing of what was found may be used.</summary>
    internal string? Lost { get; private set; }

    /// <summary>Gets what was wrong in one copy and was taken from the other one.</summary>
    internal IReadOnlyList<string> Repairs => _repairs;

    /// <summary>Gets the higher one of the two generations.</summary>
    internal long Generation => Math.Max(_first.Generation, _second.Generation);

    // A crash between the two renames of a rewrite: both hold the same configurations, and no record was added since.
    private void TakeOneOfTwoGenerations()
    {
        var (newer, older) = _first.Generation > _second.Generation ? (_first, _second) : (_second, _first);
        var whole = newer.WholeLength() == newer.Length ? newer : older;
        if (whole.WholeLength() != whole.Length)
        {
            Lose(JournalCopy.HeaderBytes);
            return;
        }
        if (whole == older)
            Repair(newer);
        var at = JournalCopy.HeaderBytes;
        for (var sequence = 1L; whole.Body(at, sequence) is { Length: > 0 } body; sequence++)
        {
            Take(body);
            at += JournalCopy.RecordHeaderBytes + body.Length;
        }
    }

    private void Merge()
    {
        var at = JournalCopy.HeaderBytes;
        JournalCopy? damaged = null;
        var behind = false;
        for (var sequence = 1L; ; sequence++)
        {
            var first = _first.HasHeader ? _first.Body(at, sequence) : default;
            var second = _second.HasHeader ? _second.Body(at, sequence) : default;
            var body = first.IsEmpty ? second : first;
            if (body.IsEmpty)
                break;
            if (first.IsEmpty)
                damaged ??= _first;
            // The second copy may lack the last record: the crash came before it was acknowledged.
            if (behind)
                damaged ??= _second;
            behind = second.IsEmpty;
            Take(body);
            at += JournalCopy.RecordHeaderBytes + body.Length;
        }
        if (behind && _second.Length >= at)
            damaged ??= _second;
        if (!_first.HasHeader)
            damaged = _first;
        if (!_second.HasHeader)
            damaged = _second;
        var firstGoesOn = _first.HasHeader && _first.Length > at;
        var secondGoesOn = _second.HasHeader && _second.Length > at;
        var headless = !_first.HasHeader && !_second.HasHeader;
        if (headless || secondGoesOn || firstGoesOn && !_second.HasHeader)
            Lose(at);
        else if (damaged is not null)
            Repair(damaged);
    }

    private void Repair(JournalCopy damaged) =>
        _repairs.Add($"'{damaged.Path}' {(damaged.Exists ? "was damaged" : "was missing")}; "
            + $"its content was taken from '{(damaged == _first ? _second : _first).Path}'.");

    private void Lose(int offset) =>
        Lost = $"Both copies of the configuration journal, '{_first.Path}' and '{_second.Path}', are damaged "
            + $"at or after offset {offset}.";

    private void Take(ReadOnlySpan<byte> body)
    {
        var record = JsonSerializer.Deserialize(body, ConfigurationJson.Default.ConfigurationRecord)!;
        if (record.Configuration is { } configuration)
            Records[configuration.PartitionId] = configuration;
        else
            _ = Records.Remove(record.Removed);
    }

    // The format before the second copy: length and CRC-32C of the body, then the body; no header.
    private void TakeFirstFormat()
    {
        var rest = _first.Bytes;
        while (rest.Length >= 8 && BinaryPrimitives.ReadInt32LittleEndian(rest) is > 0 and var length
            && length <= rest.Length - 8
            && Crc32C.Compute(rest.Slice(8, length)) == BinaryPrimitives.ReadUInt32LittleEndian(rest[4..]))
        {
            Take(rest.Slice(8, length));
            rest = rest[(8 + length)..];
        }
        if (rest.Length == _first.Length)
            Lose(0);
    }
}
