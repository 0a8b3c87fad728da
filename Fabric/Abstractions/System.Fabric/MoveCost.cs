#nullable disable

namespace System.Fabric;

public enum MoveCost
{
    Zero = 0,
    Low = 1,
    Medium = 2,
    High = 3,
}
