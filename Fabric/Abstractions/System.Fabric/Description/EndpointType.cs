#nullable disable

namespace System.Fabric.Description;

public enum EndpointType
{
    Input = 0,
    Internal = 1,
}
