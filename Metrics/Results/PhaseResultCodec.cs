using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Metrics.Results;

/// <summary>A <see cref="PhaseResult"/> as bytes, so that a driver can send it whole. About 1 KB a histogram.</summary>
public static class PhaseResultCodec
{
    private const byte Version = 2;
    private const byte VersionWithoutErrorsOfSeconds = 1;
    private const int RowsMax = 1_000_000;

    /// <summary>Writes one result.</summary>
    /// <param name="result">Left as it is.</param>
    /// <param name="secondsMax">How many of the per-second rows keep their histogram; later rows keep counts only, so
    /// that a long run fits a bounded message.</param>
    public static byte[] Encode(PhaseResult result, int secondsMax = 900)
    {
        ArgumentNullException.ThrowIfNull(result);
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream, Encoding.UTF8);
        writer.Write(Version);
        writer.Write(result.Name);
        writer.Write((byte)result.Kind);
        writer.Write(result.StartedUtc.UtcTicks);
        writer.Write(result.Operations);
        writer.Write(result.Failed);
        writer.Write(result.Abandoned);
        writer.Write(result.Seconds);
        writer.Write(result.Outstanding);
        writer.Write(result.FirstOperation ?? -1);
        writer.Write(result.LateStarts);
        writer.Write(result.OfferedRate ?? double.NaN);
        writer.Write(result.Stopped ?? "");
        Write(writer, result.Errors);
        Write(writer, result.Latency);
        Write(writer, result.Service);
        Write(writer, result.FailedLatency);
        Write(writer, result.Lateness);
        writer.Write(result.PerSecond.Count);
        for (var i = 0; i < result.PerSecond.Count; i++)
            Write(writer, result.PerSecond[i], i < secondsMax);
        return stream.ToArray();
    }

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    /// <exception cref="FormatException">The bytes are of another version or cut short.</exception>
    public static PhaseResult Decode(byte[] bytes)
    {
        using var reader = new BinaryReader(new MemoryStream(bytes), Encoding.UTF8);
        try
        {
            return Decode(reader);
        }
        catch (EndOfStreamException)
        {
            throw new FormatException("The phase result is cut short.");
        }
    }

    private static PhaseResult Decode(BinaryReader reader)
    {
        var version = reader.ReadByte();
        if (version is not (Version or VersionWithoutErrorsOfSeconds))
        {
            throw new FormatException(
                $"A phase result of version {version}; this program reads up to version {Version}.");
        }

        var result = new PhaseResult
        {
            Name = reader.ReadString(),
            Kind = (OperationKind)reader.ReadByte(),
            StartedUtc = ReadTime(reader),
            Operations = reader.ReadInt64(),
            Failed = reader.ReadInt64(),
            Abandoned = reader.ReadInt64(),
            Seconds = reader.ReadDouble(),
            Outstanding = reader.ReadInt32(),
            FirstOperation = reader.ReadInt64() is var first and >= 0 ? first : null,
            LateStarts = reader.ReadInt64(),
            OfferedRate = reader.ReadDouble() is var rate && double.IsNaN(rate) ? null : rate,
            Stopped = reader.ReadString() is { Length: > 0 } reason ? reason : null,
            Errors = ReadErrors(reader),
            Latency = Read(reader) ?? new LatencyHistogram(),
            Service = Read(reader),
            FailedLatency = Read(reader) ?? new LatencyHistogram(),
            Lateness = Read(reader),
        };
        var rows = new SecondRow[Bounded(reader.ReadInt32())];
        for (var i = 0; i < rows.Length; i++)
        {
            rows[i] = new SecondRow(reader.ReadInt32(), reader.ReadInt64(), reader.ReadInt64(),
                Read(reader) ?? new LatencyHistogram(), Read(reader))
            {
                Errors = version == VersionWithoutErrorsOfSeconds ? [] : ReadErrors(reader),
            };
        }

        return result with { PerSecond = rows };
    }

    private static DateTimeOffset ReadTime(BinaryReader reader)
    {
        var ticks = reader.ReadInt64();
        return ticks >= 0 && ticks <= DateTimeOffset.MaxValue.UtcTicks
            ? new DateTimeOffset(ticks, TimeSpan.Zero)
            : throw new FormatException($"{ticks} is no time.");
    }

    private static Dictionary<string, long> ReadErrors(BinaryReader reader)
    {
        var errors = new Dictionary<string, long>(StringComparer.Ordinal);
        for (var left = Bounded(reader.ReadInt32()); left > 0; left--)
            errors.Add(reader.ReadString(), reader.ReadInt64());
        return errors;
    }

    private static void Write(BinaryWriter writer, SecondRow row, bool histograms)
    {
        writer.Write(row.Second);
        writer.Write(row.Operations);
        writer.Write(row.Failed);
        Write(writer, histograms ? row.Latency : null);
        Write(writer, histograms ? row.Service : null);
        Write(writer, row.Errors);
    }

    private static void Write(BinaryWriter writer, IReadOnlyDictionary<string, long> errors)
    {
        writer.Write(errors.Count);
        foreach (var (kind, count) in errors)
        {
            writer.Write(kind);
            writer.Write(count);
        }
    }

    private static void Write(BinaryWriter writer, LatencyHistogram? histogram)
    {
        var bytes = histogram is null ? [] : HistogramCodec.EncodeExact(histogram);
        writer.Write(bytes.Length);
        writer.Write(bytes);
    }

    private static LatencyHistogram? Read(BinaryReader reader)
    {
        var length = reader.ReadInt32();
        if (length == 0)
            return null;
        var bytes = reader.ReadBytes(length);
        return bytes.Length == length
            ? HistogramCodec.DecodeExact(bytes)
            : throw new EndOfStreamException();
    }

    private static int Bounded(int count) =>
        count is >= 0 and <= RowsMax ? count : throw new FormatException($"{count} entries in a phase result.");
}
