#nullable disable

namespace System.Fabric;

public sealed class PackageModifiedEventArgs<TPackage> : EventArgs where TPackage : class
{
    public TPackage NewPackage { get; set; }

    public TPackage OldPackage { get; set; }
}
