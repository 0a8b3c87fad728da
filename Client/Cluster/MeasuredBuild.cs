using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using SfPerf.Client.Parameters;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Cluster;

/// <summary>Another build of this product on this machine. A cluster of its own programs runs its services, and this
/// client measures them.</summary>
/// <param name="Folder">The folder of its client's program, absolute.</param>
/// <param name="ClusterProgram">The program of its cluster, absolute.</param>
internal sealed record MeasuredBuild(string Folder, string ClusterProgram)
{
    /// <summary>Gets its version and commit, such as <c>0.1.0+f6a5127</c>.</summary>
    public string Version
    {
        get
        {
            // Only the assembly has the version: the program beside it starts it.
            var assembly = Path.Combine(Path.GetDirectoryName(ClusterProgram)!, Locations.ClusterProject + ".dll");
            return FileVersionInfo.GetVersionInfo(File.Exists(assembly) ? assembly : ClusterProgram).ProductVersion
                ?? "unknown";
        }
    }

    /// <summary>Returns what is wrong where a run names both a build and a cluster elsewhere.</summary>
    public static ParameterProblem IsElsewhere(RunParameters run) => ParameterProblem.Of(
        run.Build, "a cluster elsewhere is of the build that started it; allowed with such a cluster: nothing.");

    /// <summary>Finds the build that a run names; null for this one, and after a problem was added.</summary>
    /// <param name="run">The parameters that name it.</param>
    /// <param name="file">The parameter file, beside which its folder may lie.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static MeasuredBuild? Find(RunParameters run, string file, List<ParameterProblem> problems)
    {
        var asked = run.Build;
        if (asked.Text.Length == 0)
            return null;
        if (run.ClusterAddress.Length > 0)
        {
            problems.Add(IsElsewhere(run));
            return null;
        }

        var found = Locations.Find(asked.Text, asked.Origin.Kind == OriginKind.File ? file : null);
        if (found is null || !Directory.Exists(found))
        {
            problems.Add(ParameterProblem.Of(
                asked, "there is no such folder; allowed: the folder of the program sfperf of another build."));
            return null;
        }

        var folder = Path.GetFullPath(found);
        var program = Locations.Program(Locations.ClusterProject, folder);
        if (File.Exists(program))
            return new(folder, program);
        problems.Add(ParameterProblem.Of(asked, $"it has no cluster ({program} is not there); allowed: the folder of "
            + "the program sfperf of another build, all of it built."));
        return null;
    }
}
