namespace System.ServiceModel;

/// <summary>Names a type that parameters and results may hold beside those declared.</summary>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class | AttributeTargets.Method, AllowMultiple = true)]
public sealed class ServiceKnownTypeAttribute : Attribute
{
    public ServiceKnownTypeAttribute(Type type) => Type = type;

    public ServiceKnownTypeAttribute(string methodName) => MethodName = methodName;

    public ServiceKnownTypeAttribute(string methodName, Type declaringType)
    {
        MethodName = methodName;
        DeclaringType = declaringType;
    }

    public Type? Type { get; }

    /// <summary>Gets the static method (ICustomAttributeProvider) that answers the known types.</summary>
    public string? MethodName { get; }

    public Type? DeclaringType { get; }
}
