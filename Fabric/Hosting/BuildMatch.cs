using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;

namespace SfPerf.Fabric.Hosting;

/// <summary>
/// Determines whether this runtime finds in a service's own folder what it was built against. A service brings the
/// assemblies of the programming model along, the cluster brings the runtime. Where the two are of different builds, a
/// member that is missing would show only when it is called, in the middle of some command.
/// </summary>
internal static class BuildMatch
{
    private const string Prefix = "SfPerf.";
    private const int TypeReferences = 0x01000000;
    private const int MemberReferences = 0x0A000000;
    private const int MissingShownMax = 5;

    /// <summary>
    /// Refuses a service whose assemblies lack something that the runtime uses. Costs a comparison of the files' bytes
    /// where they are the same.
    /// </summary>
    /// <param name="runtime">The runtime's first assembly; those that it refers to are checked, too.</param>
    /// <param name="runtimeFolder">The folder of the runtime's assemblies.</param>
    /// <param name="serviceFolder">The folder of the service's program.</param>
    /// <exception cref="FileLoadException">Something is missing; the message names it.</exception>
    internal static void Require(Assembly runtime, string runtimeFolder, string serviceFolder)
    {
        string[] others = [.. Directory.GetFiles(serviceFolder, Prefix + "*.dll").Where(f => IsOther(f, runtimeFolder))
            .Select(f => Path.GetFileNameWithoutExtension(f))];
        if (others.Length == 0)
            return;
        string[] missing = [.. AssembliesOf(runtime, serviceFolder).SelectMany(MissingIn).Distinct()];
        if (missing.Length == 0)
            return;
        var more = missing.Length > MissingShownMax ? " ..." : "";
        throw new FileLoadException("The service was built against another version of SfPerf than this cluster's: "
            + "build it against this one. The runtime misses "
            + $"{string.Join(" ", missing.Take(MissingShownMax))}{more} in the {string.Join(", ", others)} that the "
            + "service brings along.");
    }

    private static bool IsOther(string file, string runtimeFolder)
    {
        var ours = Path.Combine(runtimeFolder, Path.GetFileName(file));
        return File.Exists(ours) && !File.ReadAllBytes(ours).AsSpan().SequenceEqual(File.ReadAllBytes(file));
    }

    // The runtime's assemblies that the service does not bring along.
    private static List<Assembly> AssembliesOf(Assembly runtime, string serviceFolder)
    {
        var context = AssemblyLoadContext.GetLoadContext(runtime)!;
        List<Assembly> found = [runtime];
        for (var i = 0; i < found.Count; i++)
        {
            foreach (var name in found[i].GetReferencedAssemblies())
            {
                if (name.Name!.StartsWith(Prefix, StringComparison.Ordinal)
                    && !File.Exists(Path.Combine(serviceFolder, name.Name + ".dll"))
                    && !found.Exists(f => f.GetName().Name == name.Name))
                {
                    found.Add(context.LoadFromAssemblyName(name));
                }
            }
        }
        return found;
    }

    // The numbers of a table's rows begin at 1.
    private static IEnumerable<string> MissingIn(Assembly assembly)
    {
        foreach (var table in (int[])[TypeReferences, MemberReferences])
        {
            for (var token = table + 1; TryResolve(assembly.ManifestModule, token, out var why); token++)
            {
                if (why is not null)
                    yield return why;
            }
        }
    }

    // Returns false when the table has no such row.
    private static bool TryResolve(Module module, int token, out string? why)
    {
        why = null;
        try
        {
            if (token < MemberReferences)
                module.ResolveType(token);
            else
                module.ResolveMember(token);
        }
        catch (ArgumentOutOfRangeException)
        {
            return false;
        }
        catch (Exception e) when (e is MissingMemberException or TypeLoadException)
        {
            why = e.Message;
        }
        catch (Exception e) when (e is ArgumentException or BadImageFormatException or IOException)
        {
            // A member of a type with type parameters cannot be resolved by itself; a missing file is reported by
            // whoever needs it.
        }
        return true;
    }
}
