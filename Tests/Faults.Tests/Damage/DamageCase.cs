using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace SfPerf.Faults.Tests.Damage;

/// <summary>One way to damage a data folder while its cluster stands.</summary>
/// <param name="Kind">What kind of file it is: its name, without the numbers and ids in it.</param>
/// <param name="Scope">
/// One file of the kind, two where each of five replicas has one, or all of them (both copies for the manager's files).
/// </param>
/// <param name="Action">What happens to it.</param>
/// <param name="Offset">Where, for those actions that have a place.</param>
/// <param name="Files">The files, relative to the data folder.</param>
internal sealed record DamageCase(
    string Kind, DamageScope Scope, DamageAction Action, long Offset, IReadOnlyList<string> Files)
{
    private const int FilesOfReplicas = 5;

    // Locks hold nothing, logs are for people, cluster.json and what was set aside are written only.
    private static readonly string[] Unread = ["lock", "cluster.lock", "manager.log", "cluster.json"];

    /// <summary>Lists the cases for each kind of file in a folder, whole files first, then single bits.</summary>
    internal static DamageCase[] All(string folder, Random random) =>
        [.. Kinds(folder).SelectMany(kind => Of(folder, kind.Key, [.. kind.Order(StringComparer.Ordinal)], random))];

    internal void Apply(string folder)
    {
        foreach (var file in Files)
        {
            var path = Path.Combine(folder, file);
            if (Action == DamageAction.Delete)
            {
                File.Delete(path);
                continue;
            }
            using var stream = new FileStream(path, FileMode.Open, FileAccess.ReadWrite);
            var length = stream.Length;
            stream.SetLength(Action is DamageAction.Flip ? length : Action is DamageAction.Cut or DamageAction.ZeroTail
                ? Offset : 0);
            if (Action is DamageAction.Zero or DamageAction.ZeroTail)
                stream.SetLength(length);
            if (Action != DamageAction.Flip)
                continue;
            stream.Position = Offset;
            var value = stream.ReadByte();
            stream.Position = Offset;
            stream.WriteByte((byte)(value ^ 1 << (int)(Offset % 8)));
        }
    }

    public override string ToString() => $"{Kind} {Scope} {Action} {Offset}: {string.Join(", ", Files)}";

    private static IEnumerable<IGrouping<string, string>> Kinds(string folder) =>
        Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(folder, f))
            .Where(f => !Unread.Contains(Path.GetFileName(f)) && !IsSpare(Path.Combine(folder, f)))
            .GroupBy(KindOf);

    private static string KindOf(string file) => Path.GetFileName(file) switch
    {
        var name when name.StartsWith("segment-", StringComparison.Ordinal) => "segment",
        var name when name.StartsWith("checkpoint-", StringComparison.Ordinal) => "checkpoint",
        var name when name.EndsWith(".replica", StringComparison.Ordinal) => "marker",
        var name => name.EndsWith(".copy", StringComparison.Ordinal) ? name[..^".copy".Length] : name,
    };

    private static bool IsSpare(string file) =>
        Path.GetFileName(file).StartsWith("segment-", StringComparison.Ordinal) && Used(file) == 0;

    private static IEnumerable<DamageCase> Of(string folder, string kind, string[] files, Random random)
    {
        DamageScope[] scopes = files.Length switch
        {
            1 => [DamageScope.One],
            < FilesOfReplicas => [DamageScope.One, DamageScope.All],
            _ => [DamageScope.One, DamageScope.Two, DamageScope.All],
        };
        foreach (var scope in scopes)
        {
            var count = scope == DamageScope.All ? files.Length : (int)scope;
            string[] chosen = [.. files.OrderBy(_ => random.Next()).Take(count)];
            var path = Path.Combine(folder, chosen[0]);
            var used = Used(path);
            yield return new(kind, scope, DamageAction.Delete, 0, chosen);
            if (used == 0)
                continue;
            yield return new(kind, scope, DamageAction.Empty, 0, chosen);
            yield return new(kind, scope, DamageAction.Zero, 0, chosen);
            yield return new(kind, scope, DamageAction.Cut, used / 2, chosen);
            yield return new(kind, scope, DamageAction.ZeroTail, used / 2, chosen);
            yield return new(kind, scope, DamageAction.ZeroTail, used - 20, chosen);
            foreach (var offset in Offsets(used, random))
                yield return new(kind, scope, DamageAction.Flip, offset, chosen);
        }
    }

    // Every 64th byte of a small file; the head, the end and samples of a large one.
    private static IEnumerable<long> Offsets(long used, Random random) => used <= 8192
        ? Enumerable.Range(0, (int)((used + 63) / 64)).Select(i => i * 64L + (i * 7 % 64)).Where(o => o < used)
        : [0, 9, 13, 20, 30, 2048, 2060, 4096, 4106, 4112, 4128, 4132, 4136, 4150, 4190, used - 40, used - 2,
            .. Enumerable.Range(0, 24).Select(_ => random.NextInt64(4096, used))];

    internal static long Used(string file)
    {
        var bytes = File.ReadAllBytes(file);
        return bytes.AsSpan().LastIndexOfAnyExcept((byte)0) + 1;
    }
}

/// <summary>How many files of a kind are damaged. Two of five replicas are a minority.</summary>
internal enum DamageScope
{
    One = 1,
    Two,
    All,
}

internal enum DamageAction
{
    Flip,
    Delete,
    Empty,
    Zero,
    Cut,
    ZeroTail,
}
