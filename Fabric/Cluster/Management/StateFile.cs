using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using System.Text.Json;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// The manager's own file in two copies, each with a checksum. A save writes one after the other, so that one of them
/// is whole whatever happens. Not thread safe.
/// </summary>
/// <remarks>A copy is the state as JSON and a last line with the CRC-32C of all before it; docs/formats/journal.md.
/// </remarks>
internal sealed class StateFile(string folder)
{
    internal const string Name = "manager.json";
    internal const string CopyName = "manager.json.copy";
    private const string ChecksumName = "\ncrc32c ";
    private const int ChecksumBytes = 17;      // the name, eight digits and the line's end
    private readonly string[] _paths = [Path.Combine(folder, Name), Path.Combine(folder, CopyName)];

    /// <summary>Gets what was wrong in one copy and was taken from the other one.</summary>
    internal List<string> Repairs { get; } = [];

    /// <summary>Reads the newest whole copy; null when none exists.</summary>
    /// <exception cref="ClusterException">There are copies, and none is whole.</exception>
    internal ManagerState? Load()
    {
        var (first, second) = (Read(_paths[0]), Read(_paths[1]));
        var newest = (first?.Sequence ?? -1) >= (second?.Sequence ?? -1) ? first : second;
        if (newest is null)
        {
            if (!File.Exists(_paths[0]) && !File.Exists(_paths[1]))
                return null;
            throw new ClusterException("DataFolder", $"No copy of the manager's state is whole: '{_paths[0]}' and "
                + $"'{_paths[1]}' are damaged or missing. Nothing was touched. Put a whole copy back, or start with "
                + "--reset to delete the state of this cluster.");
        }
        // A state of the first format had one copy; one of sequence 1 may have been stored once only.
        if (newest.Sequence > 1)
        {
            if (first is null)
                Repair(0);
            if (second is null)
                Repair(1);
        }
        return newest;
    }

    /// <summary>Stores the state in both copies. When this returns, both are on disk.</summary>
    /// <exception cref="IOException">A copy cannot be written.</exception>
    internal void Save(ManagerState state)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(state, ManagerJson.Default.ManagerState);
        var sum = Crc32C.Compute(json).ToString("x8", CultureInfo.InvariantCulture);
        byte[] content = [.. json, .. Encoding.ASCII.GetBytes($"{ChecksumName}{sum}\n")];
        foreach (var path in _paths)
            DurableFile.Replace(path, content);
    }

    private static ManagerState? Read(string path)
    {
        if (!File.Exists(path))
            return null;
        var bytes = File.ReadAllBytes(path);
        try
        {
            var whole = Checked(bytes);
            var state = JsonSerializer.Deserialize(whole ?? bytes, ManagerJson.Default.ManagerState);
            // Without a checksum only the first format is believed, which knew no sequence.
            return whole is null && state?.Sequence != 0 ? null : state?.Upgraded();
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // The bytes before the last line, if that line holds their checksum.
    private static byte[]? Checked(byte[] bytes)
    {
        if (bytes.Length <= ChecksumBytes)
            return null;
        var json = bytes[..^ChecksumBytes];
        var line = Encoding.ASCII.GetString(bytes.AsSpan(^ChecksumBytes..));
        return line == $"{ChecksumName}{Crc32C.Compute(json):x8}\n" ? json : null;
    }

    private void Repair(int copy) =>
        Repairs.Add($"'{_paths[copy]}' {(File.Exists(_paths[copy]) ? "was damaged" : "was missing")}; its content was "
            + $"taken from '{_paths[1 - copy]}'.");
}
