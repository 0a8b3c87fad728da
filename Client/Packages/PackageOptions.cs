using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Packages;

/// <summary>Specifies how a package is made.</summary>
/// <param name="Source">The application package as folder, whose code packages may be missing.</param>
/// <param name="Runtime">One of <see cref="Runtimes"/>.</param>
/// <param name="IsSelfContained">Whether the .NET runtime goes into the package.</param>
/// <param name="Configuration">The configuration that programs are built in.</param>
internal sealed record PackageOptions(string Source, string Runtime, bool IsSelfContained, string Configuration)
{
    private const string Windows = "win-x64";
    private const string Linux = "linux-x64";

    /// <summary>The programs are made for this project's runtime.</summary>
    public const string Embedded = "Embedded";

    /// <summary>The programs are made for Service Fabric's runtime, against its packages.</summary>
    public const string ServiceFabric = "ServiceFabric";

    /// <summary>Gets what programs may be made for.</summary>
    public static string[] Sdks { get; } = [Embedded, ServiceFabric];

    /// <summary>Gets one of <see cref="Sdks"/>.</summary>
    public string Sdk { get; init; } = Embedded;

    /// <summary>Gets a folder with Service Fabric's assemblies, which then take the place of its packages; null for
    /// the packages.</summary>
    public string? SdkReferences { get; init; }

    /// <summary>Gets the systems that clusters run on.</summary>
    public static string[] Runtimes { get; } = [Linux, Windows];

    /// <summary>Returns a manifest's program as the file is named on the package's system.</summary>
    public string FileOf(string program) =>
        ProgramName.Stem(program) + (Runtime == Windows ? ProgramName.WindowsEnding : "");
}
