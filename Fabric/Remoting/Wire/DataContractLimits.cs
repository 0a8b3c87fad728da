namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>What a DataContract value from another process may demand of this one.</summary>
internal static class DataContractLimits
{
    /// <summary>The deepest nesting of elements. A list of linked objects takes a level for each, and a level about
    /// 250 bytes of the 512 KiB of a receive thread's stack, on which the runtime compiles methods, too.</summary>
    internal const int DepthMax = 256;
}
