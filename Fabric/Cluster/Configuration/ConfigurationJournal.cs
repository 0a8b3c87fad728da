using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using System.Threading;
using Microsoft.Win32.SafeHandles;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>The configuration store of one machine: an append-only file, flushed to disk with every change.</summary>
/// <remarks>
/// Record: length and CRC-32C of the body, 4 bytes each, little endian; the body is JSON. A torn last record is cut off
/// when the file is opened: its change was never acknowledged. Calls may come from any thread.
/// </remarks>
internal sealed class ConfigurationJournal : IConfigurationStore
{
    private const int HeaderBytes = 8;
    private const int RecordBytesMax = 1 << 20;
    private const long CompactAboveBytes = 256 << 10;
    private const long CompactRunningAboveBytes = 4 << 20;

    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, PartitionConfiguration> _records = []; // guarded by _gate
    private readonly string _path;
    private SafeFileHandle _file;
    private long _length;

    /// <exception cref="IOException">The file cannot be read or written.</exception>
    internal ConfigurationJournal(string path)
    {
        _path = path;
        _file = Open(path);
        _length = Load();
        RandomAccess.SetLength(_file, _length);
        if (_length > CompactAboveBytes) Compact();
    }

    /// <inheritdoc/>
    public IReadOnlyCollection<PartitionConfiguration> ReadAll()
    {
        lock (_gate) return [.. _records.Values];
    }

    /// <inheritdoc/>
    public bool TryReplace(PartitionConfiguration next)
    {
        lock (_gate)
        {
            var stored = _records.GetValueOrDefault(next.PartitionId)?.Version ?? 0;
            if (stored != next.Version - 1) return false;
            Append(new() { Configuration = next });
            _records[next.PartitionId] = next;
            if (_length > CompactRunningAboveBytes) Compact();
            return true;
        }
    }

    /// <inheritdoc/>
    public void Remove(Guid partitionId)
    {
        lock (_gate)
        {
            if (!_records.ContainsKey(partitionId)) return;
            Append(new() { Removed = partitionId });
            _ = _records.Remove(partitionId);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private static SafeFileHandle Open(string path) =>
        File.OpenHandle(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);

    private void Append(ConfigurationRecord record)
    {
        var bytes = Encode(record);
        RandomAccess.Write(_file, bytes, _length);
        DurableFile.Flush(_file, _path);
        _length += bytes.Length;
    }

    private static byte[] Encode(ConfigurationRecord record)
    {
        var body = JsonSerializer.SerializeToUtf8Bytes(record, ConfigurationJson.Default.ConfigurationRecord);
        var bytes = new byte[HeaderBytes + body.Length];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, body.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4), Crc32C.Compute(body));
        body.CopyTo(bytes, HeaderBytes);
        return bytes;
    }

    private long Load()
    {
        var bytes = new byte[RandomAccess.GetLength(_file)];
        var filled = 0;
        while (filled < bytes.Length && RandomAccess.Read(_file, bytes.AsSpan(filled), filled) is > 0 and var read)
            filled += read;
        var at = 0;
        while (Next(bytes.AsSpan(at, filled - at)) is { Length: > 0 } body)
        {
            Take(JsonSerializer.Deserialize(body, ConfigurationJson.Default.ConfigurationRecord)!);
            at += HeaderBytes + body.Length;
        }
        return at;
    }

    private static ReadOnlySpan<byte> Next(ReadOnlySpan<byte> rest)
    {
        if (rest.Length < HeaderBytes) return default;
        var length = BinaryPrimitives.ReadInt32LittleEndian(rest);
        if (length is <= 0 or > RecordBytesMax || rest.Length < HeaderBytes + length) return default;
        var body = rest.Slice(HeaderBytes, length);
        return Crc32C.Compute(body) == BinaryPrimitives.ReadUInt32LittleEndian(rest[4..]) ? body : default;
    }

    private void Take(ConfigurationRecord record)
    {
        if (record.Configuration is { } configuration) _records[configuration.PartitionId] = configuration;
        else _ = _records.Remove(record.Removed);
    }

    // The rename comes last, and the folder is flushed after it: a crash leaves the old file or the new one.
    private void Compact()
    {
        var temporary = _path + ".new";
        var old = _file;
        _file = File.OpenHandle(temporary, FileMode.Create, FileAccess.ReadWrite, FileShare.Read);
        _length = 0;
        foreach (var configuration in _records.Values) Append(new() { Configuration = configuration });
        DurableFile.Rename(temporary, _path);
        old.Dispose();
    }
}
