namespace SfPerf.Fabric.Hosting;

/// <summary>Finds the runtime that a service host process runs on.</summary>
public static class RuntimeHost
{
    /// <summary>The environment variable that names the folder of the runtime's assemblies.</summary>
    public const string CodePathVariable = "FabricCodePath";
}
