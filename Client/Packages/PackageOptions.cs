using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Packages;

/// <summary>How a package is made.</summary>
/// <param name="Source">The application package as folder, whose code packages may be missing.</param>
/// <param name="Runtime">One of <see cref="Runtimes"/>.</param>
/// <param name="IsSelfContained">Whether the .NET runtime goes into the package.</param>
/// <param name="Configuration">The configuration that programs are built in.</param>
internal sealed record PackageOptions(string Source, string Runtime, bool IsSelfContained, string Configuration)
{
    private const string Windows = "win-x64";
    private const string Linux = "linux-x64";

    /// <summary>Gets the systems that clusters run on.</summary>
    public static string[] Runtimes { get; } = [Linux, Windows];

    /// <summary>Returns a manifest's program as the file is named on the package's system.</summary>
    public string FileOf(string program) =>
        ProgramName.Stem(program) + (Runtime == Windows ? ProgramName.WindowsEnding : "");
}
