using System;
using System.IO;

namespace SfPerf.EndToEnd.Tests.Deploying;

/// <summary>Packages with their programs inside, as for a cluster elsewhere.</summary>
internal static class BuiltPackage
{
    /// <summary>Makes that of the test service.</summary>
    internal static string Echo(Sfperf sfperf) => Make(sfperf, "Echo",
        Path.Combine(Sfperf.Repository, "Tests", "TestServices", "EchoPackage"), ("EchoPkg", "SfPerf.Tests.Echo"));

    /// <summary>Makes that of the services that are measured.</summary>
    internal static string Services(Sfperf sfperf) => Make(sfperf, "SfPerf",
        Path.Combine(Sfperf.Repository, "ApplicationPackage"), ("LoadDriverPkg", "SfPerf.LoadDriver"),
        ("StatefulStorePkg", "SfPerf.StatefulStore"), ("ActorStorePkg", "SfPerf.ActorStore"));

    private static string Make(
        Sfperf sfperf, string name, string source, params (string Package, string Project)[] programs)
    {
        var made = Path.Combine(sfperf.Folder, name);
        foreach (var file in Directory.GetFiles(source, "*", SearchOption.AllDirectories))
            Copy(file, Path.Combine(made, Path.GetRelativePath(source, file)));
        foreach (var (package, project) in programs)
        {
            foreach (var file in Directory.GetFiles(Path.GetDirectoryName(Sfperf.Program(project, project + ".dll"))!))
                Copy(file, Path.Combine(made, package, "Code", Path.GetFileName(file)));
            var manifest = Path.Combine(made, package, "ServiceManifest.xml");
            if (!OperatingSystem.IsWindows())
                File.WriteAllText(manifest, File.ReadAllText(manifest).Replace(project + ".exe", project));
        }
        return made;
    }

    private static void Copy(string from, string to)
    {
        _ = Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        File.Copy(from, to);
    }
}
