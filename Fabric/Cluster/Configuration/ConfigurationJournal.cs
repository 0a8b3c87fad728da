using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using Microsoft.Win32.SafeHandles;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Configuration;

/// <summary>
/// The configuration store of one machine: two append-only files with the same bytes, flushed to disk with every
/// change, one after the other. Calls may come from any thread.
/// </summary>
/// <remarks>
/// After a failed write or flush it is unknown what the files hold, so the journal refuses every later change; the next
/// start reads it and cuts what was not acknowledged.
/// </remarks>
internal sealed class ConfigurationJournal : IConfigurationStore
{
    private const string CopySuffix = ".copy";
    private const long CompactRunningAboveBytes = 4 << 20;

    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, PartitionConfiguration> _records; // guarded by _gate
    private readonly string[] _paths;
    private readonly Action<SafeFileHandle, string> _flush;
    private readonly SafeFileHandle?[] _files = new SafeFileHandle?[2]; // guarded by _gate
    private long _generation;
    private long _sequence;
    private long _length;
    private IOException? _fault;

    /// <param name="path">The first file; the second one lies beside it.</param>
    /// <param name="flush">Puts a file on the device; null for the real flush.</param>
    /// <exception cref="IOException">A file cannot be read or written.</exception>
    internal ConfigurationJournal(string path, Action<SafeFileHandle, string>? flush = null)
    {
        _paths = [path, path + CopySuffix];
        _flush = flush ?? DurableFile.Flush;
        var found = new JournalRecovery(JournalCopy.Read(_paths[0]), JournalCopy.Read(_paths[1]));
        (_records, _generation, Lost) = (found.Records, found.Generation, found.Lost);
        Repairs = found.Repairs;
        if (found.Lost is not null)
            SetAside();
        Compact();
    }

    /// <summary>Gets why the configurations of earlier starts are not known, or null: both copies were unusable.
    /// </summary>
    internal string? Lost { get; }

    /// <summary>Gets what was wrong in one copy when the journal was opened, and was taken from the other one.
    /// </summary>
    internal IReadOnlyList<string> Repairs { get; }

    /// <inheritdoc/>
    public IReadOnlyCollection<PartitionConfiguration> ReadAll()
    {
        lock (_gate)
            return [.. _records.Values];
    }

    /// <inheritdoc/>
    public bool TryReplace(PartitionConfiguration next)
    {
        lock (_gate)
        {
            var stored = _records.GetValueOrDefault(next.PartitionId)?.Version ?? 0;
            if (stored != next.Version - 1)
                return false;
            Append(new() { Configuration = next });
            _records[next.PartitionId] = next;
            CompactIfLong();
            return true;
        }
    }

    /// <inheritdoc/>
    public void Remove(Guid partitionId)
    {
        lock (_gate)
        {
            if (!_records.ContainsKey(partitionId))
                return;
            Append(new() { Removed = partitionId });
            _ = _records.Remove(partitionId);
            CompactIfLong();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var file in _files)
            file?.Dispose();
    }

    private void Append(ConfigurationRecord record)
    {
        if (_fault is not null)
            throw new IOException(_fault.Message, _fault);
        var bytes = JournalCopy.Encode(_sequence + 1, record);
        try
        {
            // The copies are written one after the other, so every record of the second one has been flushed in the
            // first one before.
            for (var i = 0; i < _files.Length; i++)
            {
                RandomAccess.Write(_files[i]!, bytes, _length);
                _flush(_files[i]!, _paths[i]);
            }
        }
        catch (IOException e)
        {
            throw Fault(e);
        }
        _sequence++;
        _length += bytes.Length;
    }

    private IOException Fault(IOException e)
    {
        _fault = new($"The configuration journal '{_paths[0]}' cannot be written. {e.Message}", e);
        return _fault;
    }

    private void CompactIfLong()
    {
        if (_length <= CompactRunningAboveBytes)
            return;
        try
        {
            Compact();
        }
        catch (IOException e)
        {
            throw Fault(e);
        }
    }

    // Each rename comes last: a crash leaves of each file the old one or the new one, and both hold the same records.
    private void Compact()
    {
        _generation++;
        _sequence = 0;
        using var content = new MemoryStream();
        content.Write(JournalCopy.Header(_generation));
        foreach (var configuration in _records.Values)
            content.Write(JournalCopy.Encode(++_sequence, new() { Configuration = configuration }));
        _length = content.Length;
        for (var i = 0; i < _files.Length; i++)
        {
            DurableFile.Replace(_paths[i], content.GetBuffer().AsSpan(0, (int)content.Length));
            _files[i]?.Dispose();
            _files[i] = File.OpenHandle(_paths[i], FileMode.Open, FileAccess.ReadWrite, FileShare.Read);
        }
    }

    // The files are kept so that a person can look into them: nothing that could not be read is deleted.
    private void SetAside()
    {
        var number = 1;
        while (File.Exists(Damaged(_paths[0], number)) || File.Exists(Damaged(_paths[1], number)))
            number++;
        foreach (var path in _paths)
        {
            if (File.Exists(path))
                DurableFile.Rename(path, Damaged(path, number));
        }
    }

    private static string Damaged(string path, int number) => $"{path}.damaged-{number}";
}
